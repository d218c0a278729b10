"""What an export takes along, table by table: the columns, what kind of value each holds, how to read and write them.

Not here: what is derived (chunks, words, vectors, mentions), which an import makes anew, and counters, which follow
from the rows. A test compares this with the schema: a new table or column has to be named here or there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from perdure.store.attachments import FILE_ADD
from perdure.store.changes import CHANGE_ADD, ITEM_ADD
from perdure.store.evidence import EVIDENCE_ADD
from perdure.store.injected import LINE_ADD
from perdure.store.lookups import LOOKUP_ADD
from perdure.store.model_calls import MODEL_CALL_ADD
from perdure.store.patching import APPLICATION_ADD
from perdure.store.receipts import RECEIPT_ADD
from perdure.store.records import RECORD_ADD
from perdure.store.upkeep import STEP_PUT
from perdure.store.usage import USAGE_ADD
from perdure.store.working import WORKING_PUT


@dataclass(frozen=True, slots=True)
class PortableTable:
    """One table of an export."""

    name: str
    columns: dict[str, str]
    """Kind of value by column, in the order of `rows`; a `?` at the end: it may be missing (null).

    A `place` is one on the agent's number line, which goes on from the highest.
    """
    rows: str
    """Reads every row of the agent, in an order that is the same everywhere."""
    count: str
    add: str
    left_out: frozenset[str] = field(default_factory=frozenset)
    """Columns that follow from the others and are made again."""


def _kinds(said: str) -> dict[str, str]:
    pairs = (part.partition(" ") for part in said.split(","))
    return {name: kind for name, _, kind in pairs}


SESSIONS_OUT = (
    "SELECT s.id, s.scope, s.kind, s.started_at, s.completed_at, s.message_count, s.turn_count, s.total_tokens,"
    " s.sequence, s.alive_at, s.watermark, s.compacted FROM sessions s WHERE OWNED(s) ORDER BY s.sequence, s.id"
)
SESSIONS_COUNT = "SELECT COUNT(*) FROM sessions s WHERE OWNED(s)"
SESSION_IN = (
    "INSERT INTO sessions (id, scope, kind, started_at, completed_at, message_count, turn_count, total_tokens,"
    " sequence, alive_at, watermark, compacted)"
    " VALUES (:id, :scope, :kind, :started_at, :completed_at, :message_count, :turn_count, :total_tokens,"
    " :sequence, :alive_at, :watermark, :compacted)"
)
RECORDS_OUT = (
    "SELECT r.sequence, r.id, r.session_id, r.scope, r.turn_id, r.position, r.role, r.speaker, r.content, r.name,"
    " r.arguments_json, r.result_json, r.timestamp, r.tags_json, r.content_ref, r.salt, r.content_hash, r.chain_hash,"
    " r.rest_hash FROM archival_records r WHERE OWNED(r) ORDER BY r.sequence"
)
RECORDS_COUNT = "SELECT COUNT(*) FROM archival_records r WHERE OWNED(r)"
FILES_OUT = (
    "SELECT f.id, f.record_id, f.ordinal, f.name, f.media_type, f.size, f.sha256, f.expires_at"
    " FROM attachments f WHERE OWNED(f) ORDER BY f.record_id, f.ordinal, f.id"
)
FILES_COUNT = "SELECT COUNT(*) FROM attachments f WHERE OWNED(f)"
RECEIPTS_OUT = (
    "SELECT p.session_id, p.idempotency_key, p.payload_hash, p.receipt_json, p.created_at"
    " FROM receipts p WHERE OWNED(p) ORDER BY p.session_id, p.idempotency_key"
)
RECEIPTS_COUNT = "SELECT COUNT(*) FROM receipts p WHERE OWNED(p)"
ITEMS_OUT = (
    "SELECT i.sequence, i.id, i.type, i.key, i.scope, i.value_json, i.content, i.confidence, i.importance, i.priority,"
    " i.status, i.grade, i.version, i.superseded_by, i.source_type, i.trust, i.session_id, i.source_turn_id,"
    " i.source_message_id, i.valid_from, i.valid_to, i.expires_at, i.keep_for, i.verified, i.verified_at, i.pinned,"
    " i.use_count, i.last_used_at, i.last_confirmed_at, i.created_at, i.updated_at,"
    " i.restricted_at FROM memory_items i WHERE OWNED(i) ORDER BY i.sequence"
)
ITEMS_COUNT = "SELECT COUNT(*) FROM memory_items i WHERE OWNED(i)"
EVIDENCE_OUT = (
    "SELECT e.item_id, e.ordinal, e.record_id, e.span_start, e.span_end, e.document_id, e.section_id, e.url"
    " FROM evidence e WHERE OWNED(e) ORDER BY e.item_id, e.ordinal"
)
EVIDENCE_COUNT = "SELECT COUNT(*) FROM evidence e WHERE OWNED(e)"
LINKS_OUT = (
    "SELECT l.item_a, l.item_b, l.kind, l.scope, l.created_at, l.settled_at, l.sequence"
    " FROM links l WHERE OWNED(l) ORDER BY l.item_a, l.item_b, l.kind"
)
LINKS_COUNT = "SELECT COUNT(*) FROM links l WHERE OWNED(l)"
LINK_IN = (
    "INSERT INTO links (item_a, item_b, kind, scope, created_at, settled_at, sequence)"
    " VALUES (:item_a, :item_b, :kind, :scope, :created_at, :settled_at, :sequence)"
)
WITHHELD_OUT = (
    "SELECT w.record_id, w.span_start, w.span_end, w.item_id, w.scope, w.created_at, w.sequence"
    " FROM withheld w WHERE OWNED(w) ORDER BY w.record_id, w.span_start, w.span_end, w.item_id"
)
WITHHELD_COUNT = "SELECT COUNT(*) FROM withheld w WHERE OWNED(w)"
WITHHELD_IN = (
    "INSERT INTO withheld (record_id, span_start, span_end, item_id, scope, created_at, sequence)"
    " VALUES (:record_id, :span_start, :span_end, :item_id, :scope, :created_at, :sequence)"
)
CHANGES_OUT = (
    "SELECT c.sequence, c.revision, c.changed_at, c.action, c.item_id, c.key, c.scope, c.source_type, c.reason,"
    " c.before_json, c.after_json, c.salt, c.body_hash, c.chain_hash FROM changes c WHERE OWNED(c) ORDER BY c.sequence"
)
CHANGES_COUNT = "SELECT COUNT(*) FROM changes c WHERE OWNED(c)"
WORKING_OUT = (
    "SELECT w.session_id, w.scope, w.current_task, w.context, w.temporary_files, w.thought_chain, w.temporary_state,"
    " w.recently_completed, w.last_updated FROM working_memory w WHERE OWNED(w) ORDER BY w.session_id"
)
WORKING_COUNT = "SELECT COUNT(*) FROM working_memory w WHERE OWNED(w)"
# A lease is held by a process of the old place: elsewhere the job waits again.
QUEUE_OUT = (
    "SELECT q.sequence, q.kind, q.session_id, q.scope, q.turn_id,"
    " CASE q.status WHEN 'leased' THEN 'waiting' ELSE q.status END, q.retry_count, q.max_retries, q.not_before,"
    " q.last_error, q.created_at, q.updated_at FROM extraction_queue q WHERE OWNED(q) ORDER BY q.sequence"
)
QUEUE_COUNT = "SELECT COUNT(*) FROM extraction_queue q WHERE OWNED(q)"
QUEUE_IN = (
    "INSERT INTO extraction_queue (sequence, kind, session_id, scope, turn_id, status, retry_count, max_retries,"
    " not_before, last_error, created_at, updated_at)"
    " VALUES (:sequence, :kind, :session_id, :scope, :turn_id, :status, :retry_count, :max_retries,"
    " :not_before, :last_error, :created_at, :updated_at)"
)
LOOKUPS_OUT = (
    "SELECT k.sequence, k.looked_at, k.scope, k.session_id, k.reason, k.hits"
    " FROM lookups k WHERE OWNED(k) ORDER BY k.sequence"
)
LOOKUPS_COUNT = "SELECT COUNT(*) FROM lookups k WHERE OWNED(k)"
USAGE_OUT = (
    "SELECT u.day, u.purpose, u.model, u.session_id, u.scope, u.calls, u.failures, u.tokens_in, u.tokens_out"
    " FROM usage u WHERE OWNED(u) ORDER BY u.day, u.purpose, u.model, u.session_id"
)
USAGE_COUNT = "SELECT COUNT(*) FROM usage u WHERE OWNED(u)"
APPLICATIONS_OUT = (
    "SELECT h.sequence, h.patch_id, h.patch_key, h.scope, h.session_id, h.model, h.applied_at, h.outcome, h.feedback"
    " FROM patch_history h WHERE OWNED(h) ORDER BY h.sequence"
)
APPLICATIONS_COUNT = "SELECT COUNT(*) FROM patch_history h WHERE OWNED(h)"
LINES_OUT = "SELECT n.session_id, n.line_hash FROM injected_lines n WHERE OWNED(n) ORDER BY n.session_id, n.line_hash"
LINES_COUNT = "SELECT COUNT(*) FROM injected_lines n WHERE OWNED(n)"
TOMBSTONES_OUT = (
    "SELECT t.kind, t.hash, t.place, t.length, t.erased_at, t.sequence FROM tombstones t WHERE OWNED(t)"
    " ORDER BY t.kind, t.hash, t.place"
)
TOMBSTONES_COUNT = "SELECT COUNT(*) FROM tombstones t WHERE OWNED(t)"
TOMBSTONE_IN = (
    "INSERT INTO tombstones (kind, hash, place, length, erased_at, sequence)"
    " VALUES (:kind, :hash, :place, :length, :erased_at, :sequence)"
)
ERASURES_OUT = (
    "SELECT e.id, e.scope, e.asked_at, e.state, e.plan_json, e.certificate_json, e.sequence FROM erasures e"
    " WHERE OWNED(e) ORDER BY e.id"
)
ERASURES_COUNT = "SELECT COUNT(*) FROM erasures e WHERE OWNED(e)"
ERASURE_IN = (
    "INSERT INTO erasures (id, scope, asked_at, state, plan_json, certificate_json, sequence)"
    " VALUES (:id, :scope, :asked_at, :state, :plan_json, :certificate_json, :sequence)"
)
MODEL_CALLS_OUT = (
    "SELECT m.sequence, m.called_at, m.scope, m.session_id, m.purpose, m.provider, m.model, m.outcome, m.items_json,"
    " m.records_json FROM model_calls m WHERE OWNED(m) ORDER BY m.sequence"
)
MODEL_CALLS_COUNT = "SELECT COUNT(*) FROM model_calls m WHERE OWNED(m)"
SNAPSHOTS_OUT = (
    "SELECT s.scope, s.name, s.sequence, s.revision, s.created_at FROM snapshots s WHERE OWNED(s)"
    " ORDER BY s.scope, s.name"
)
SNAPSHOTS_COUNT = "SELECT COUNT(*) FROM snapshots s WHERE OWNED(s)"
SNAPSHOT_IN = (
    "INSERT INTO snapshots (scope, name, sequence, revision, created_at)"
    " VALUES (:scope, :name, :sequence, :revision, :created_at)"
)
ANCESTORS_OUT = (
    "SELECT n.ordinal, n.ancestor_id, n.kind, n.sequence, n.revision, n.happened_at FROM ancestors n"
    " WHERE OWNED(n) ORDER BY n.ordinal"
)
ANCESTORS_COUNT = "SELECT COUNT(*) FROM ancestors n WHERE OWNED(n)"
ANCESTOR_IN = (
    "INSERT INTO ancestors (ordinal, ancestor_id, kind, sequence, revision, happened_at)"
    " VALUES (:ordinal, :ancestor_id, :kind, :sequence, :revision, :happened_at)"
)
# A step that runs, runs in the old place: elsewhere it has not been finished.
STEPS_OUT = (
    "SELECT u.day, u.step, CASE u.state WHEN 'running' THEN 'unfinished' ELSE u.state END, u.changed, u.problem,"
    " u.started_at, u.finished_at FROM upkeep_steps u WHERE OWNED(u) ORDER BY u.day, u.step"
)
STEPS_COUNT = "SELECT COUNT(*) FROM upkeep_steps u WHERE OWNED(u)"

# In an order in which each refers only to those before it.
TABLES = (
    PortableTable(
        "sessions",
        _kinds(
            "id text,scope text,kind text,started_at time,completed_at time?,message_count number,turn_count number,"
            "total_tokens number,sequence place,alive_at time,watermark number,compacted json?"
        ),
        SESSIONS_OUT,
        SESSIONS_COUNT,
        SESSION_IN,
    ),
    PortableTable(
        "archival_records",
        _kinds(
            "sequence place,id text,session_id text,scope text,turn_id number,position number,role text,"
            "speaker text?,content text?,name text?,arguments_json json?,result_json json?,timestamp time,"
            "tags_json json?,content_ref text?,salt bytes?,content_hash bytes,chain_hash bytes,"
            "rest_hash bytes?"
        ),
        RECORDS_OUT,
        RECORDS_COUNT,
        RECORD_ADD,
    ),
    PortableTable(
        "attachments",
        _kinds(
            "id text,record_id text,ordinal number,name text,media_type text,size number,sha256 text,expires_at time?"
        ),
        FILES_OUT,
        FILES_COUNT,
        FILE_ADD,
    ),
    PortableTable(
        "receipts",
        _kinds("session_id text,idempotency_key text,payload_hash bytes,receipt_json json,created_at time"),
        RECEIPTS_OUT,
        RECEIPTS_COUNT,
        RECEIPT_ADD,
    ),
    PortableTable(
        "memory_items",
        _kinds(
            "sequence place,id text,type text,key text,scope text,value_json json,content text,confidence real,"
            "importance real,priority text,status text,grade text,version number,superseded_by text?,source_type text,"
            "trust real,session_id text?,source_turn_id number?,source_message_id text?,valid_from time?,"
            "valid_to time?,expires_at time?,keep_for number?,verified flag,verified_at time?,pinned flag,"
            "use_count number,last_used_at time?,last_confirmed_at time?,created_at time,updated_at time,"
            "restricted_at time?"
        ),
        ITEMS_OUT,
        ITEMS_COUNT,
        ITEM_ADD,
        frozenset({"checksum", "event_from", "event_to", "state_sum"}),
    ),
    PortableTable(
        "evidence",
        _kinds(
            "item_id text,ordinal number,record_id text?,span_start number?,span_end number?,document_id text?,"
            "section_id text?,url text?"
        ),
        EVIDENCE_OUT,
        EVIDENCE_COUNT,
        EVIDENCE_ADD,
    ),
    PortableTable(
        "links",
        _kinds("item_a text,item_b text,kind text,scope text,created_at time,settled_at time?,sequence place"),
        LINKS_OUT,
        LINKS_COUNT,
        LINK_IN,
    ),
    PortableTable(
        "withheld",
        _kinds(
            "record_id text,span_start number,span_end number,item_id text,scope text,created_at time,sequence place"
        ),
        WITHHELD_OUT,
        WITHHELD_COUNT,
        WITHHELD_IN,
    ),
    PortableTable(
        "changes",
        _kinds(
            "sequence place,revision number,changed_at time,action text,item_id text,key text,scope text,"
            "source_type text,reason text,before_json json,after_json json,salt bytes?,body_hash bytes?,"
            "chain_hash bytes?"
        ),
        CHANGES_OUT,
        CHANGES_COUNT,
        CHANGE_ADD,
    ),
    PortableTable(
        "working_memory",
        _kinds(
            "session_id text,scope text,current_task json?,context json,temporary_files json,thought_chain json?,"
            "temporary_state json,recently_completed json,last_updated time"
        ),
        WORKING_OUT,
        WORKING_COUNT,
        WORKING_PUT,
    ),
    PortableTable(
        "extraction_queue",
        _kinds(
            "sequence place,kind text,session_id text,scope text,turn_id number,status text,retry_count number,"
            "max_retries number,not_before time,last_error text?,created_at time,updated_at time"
        ),
        QUEUE_OUT,
        QUEUE_COUNT,
        QUEUE_IN,
        frozenset({"lease_owner", "lease_until"}),
    ),
    PortableTable(
        "lookups",
        _kinds("sequence place,looked_at time,scope text,session_id text?,reason text,hits number"),
        LOOKUPS_OUT,
        LOOKUPS_COUNT,
        LOOKUP_ADD,
    ),
    PortableTable(
        "usage",
        _kinds(
            "day text,purpose text,model text,session_id text,scope text,calls number,failures number,"
            "tokens_in number,tokens_out number"
        ),
        USAGE_OUT,
        USAGE_COUNT,
        USAGE_ADD,
    ),
    PortableTable(
        "patch_history",
        _kinds(
            "sequence place,patch_id text,patch_key text,scope text,session_id text?,model text,applied_at time,"
            "outcome text,feedback text?"
        ),
        APPLICATIONS_OUT,
        APPLICATIONS_COUNT,
        APPLICATION_ADD,
    ),
    PortableTable(
        "tombstones",
        _kinds("kind text,hash bytes,place bytes,length number,erased_at time,sequence place"),
        TOMBSTONES_OUT,
        TOMBSTONES_COUNT,
        TOMBSTONE_IN,
    ),
    PortableTable(
        "erasures",
        _kinds("id text,scope text,asked_at time,state text,plan_json json,certificate_json json,sequence place"),
        ERASURES_OUT,
        ERASURES_COUNT,
        ERASURE_IN,
    ),
    PortableTable(
        "model_calls",
        _kinds(
            "sequence number,called_at time,scope text,session_id text?,purpose text,provider text,model text,"
            "outcome text,items_json json,records_json json"
        ),
        MODEL_CALLS_OUT,
        MODEL_CALLS_COUNT,
        MODEL_CALL_ADD,
    ),
    PortableTable(
        "snapshots",
        _kinds("scope text,name text,sequence place,revision number,created_at time"),
        SNAPSHOTS_OUT,
        SNAPSHOTS_COUNT,
        SNAPSHOT_IN,
    ),
    PortableTable(
        "ancestors",
        # The number is one of the ancestor's line; only the ordinal is of this agent's.
        _kinds("ordinal place,ancestor_id text,kind text,sequence number,revision number,happened_at time"),
        ANCESTORS_OUT,
        ANCESTORS_COUNT,
        ANCESTOR_IN,
    ),
    PortableTable(
        "upkeep_steps",
        _kinds("day text,step text,state text,changed number,problem text?,started_at time,finished_at time?"),
        STEPS_OUT,
        STEPS_COUNT,
        STEP_PUT,
    ),
    PortableTable("injected_lines", _kinds("session_id text,line_hash bytes"), LINES_OUT, LINES_COUNT, LINE_ADD),
)
BY_NAME = {table.name: table for table in TABLES}
DERIVED = frozenset(
    {
        *("memory_chunks", "record_chunks", "chunk_words", "index_totals", "vector_id_map", "entity_mentions"),
        "name_starts",
        *("agents", "agent_secrets", "attachment_bytes", "schema_version"),
    }
)
"""Tables that an export does not copy row by row: made again, or taken along in another form."""
