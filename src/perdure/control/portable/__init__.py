"""Taking an agent elsewhere, and bringing in what other memories kept.

layout      the format of an export: names, version, limits      writing    a store → an export
reading     an export, checked                                    loading    an export → an empty agent
merging     an export → an agent that holds something             upgrades   exports of older versions
reports     what was done, or would be                            foreign/   files of other programs
"""
