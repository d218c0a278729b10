"""What happens when things break: kill -9, I/O errors, full disks, damaged files, lost connections, power cuts.

`workload` makes and performs a seeded stream of writes, `ledger` remembers what was acknowledged and compares it with
what a store holds, `tables` looks at what is derived from it. `child` runs a stream in a process that can be killed,
`writing` in one that lives on. `vfs` breaks the disk below SQLite, `disks` are small or lose power, `damage` changes
bytes, `proxy` cuts the line to PostgreSQL. Each harness is shown to see a planted fault.
"""
