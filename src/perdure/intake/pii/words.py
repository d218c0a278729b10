"""Words that say what the number after them is: in its favour, or against it."""

from __future__ import annotations

from collections.abc import Iterable

from perdure.intake.pii.view import TextView

PHONE = (
    *(
        "☎",
        "📞",
        "📱",
        "phone",
        "mobile",
        "cell",
        "tel",
        "telephone",
        "call",
        "text me",
        "fax",
        "whatsapp",
        "contact",
        "dial",
        "sms",
    ),
    *(
        "my number",
        "my new number",
        "new number:",
        "new number is",
        "her number",
        "his number",
        "text",
        "reach me",
        "reach her",
        "reach him",
        "ring",
        "wechat",
        "appelle",
        "téléphone",
    ),
    *("电话", "手机", "联系方式", "座机", "致电", "拨打", "打给", "微信", "传真", "热线", "联系", "固话"),
)
CARD = (
    *("card", "visa", "mastercard", "amex", "unionpay", "debit", "credit", "bank account"),
    *("卡号", "银行卡", "储蓄卡", "信用卡", "借记卡", "银联", "账号", "账户", "打款", "转账"),
)
CN_ID = (
    "idnumber",
    "id_number",
    "idcard",
    "id_card",
    "身份证",
    "证件号",
    "身份号",
    "id card",
    "id number",
    "identity card",
    "national id",
    "citizen id",
)
CREDIT_CODE = ("信用代码", "税号", "纳税人识别号", "credit code", "uscc", "tax id", "tax number")
PASSPORT = ("护照", "通行证", "台胞证", "回乡证", "passport", "travel document", "travel permit")
SSN = (
    "ssn",
    "social security",
    "my social",
    "social:",
    "social is",
    "社会安全号",
    "社安号",
    "itin",
    "taxpayer id",
    "social insurance",
    "sin:",
    "sin ",
)
NINO = ("nino", "national insurance", "ni number", "ni no", "国民保险", "国家保险")

# What counts things, not people.
THING = (
    *("order", "awb", "tracking", "invoice", "ticket", "sku", "isbn", "serial", "batch", "version", "build", "commit"),
    *("hash", "uuid", "timestamp", "trace", "imei", "iccid", "barcode", "transaction", "txn", "reference", "ref"),
    *("waybill", "shipment", "parcel", "request", "job", "lot", "receipt", "po", "session", "snowflake", "tweet"),
    *("product", "ean", "upc", "asin", "pid", "epoch", "ts", "id", "seq", "sequence", "offset", "size", "bytes"),
    *(
        "count",
        "memory",
        "capacity",
        "usage",
        "balance",
        "total",
        "sn",
        "doi",
        "part",
        "订单",
        "运单",
        "快递单",
        "物流单",
        "工单",
        "提单",
        "单",
        "流水",
        "编号",
        "序列",
    ),
    *(
        "批次",
        "版本",
        "时间戳",
        "条码",
        "条形码",
        "货号",
        "交易",
        "合同",
        "工号",
        "学号",
        "追踪",
        "凭证",
        "型号",
        "案号",
    ),
    *("编码", "代码", "商品", "请求", "会话", "任务", "序号", "书号", "总额", "金额", "设备", "记录", "字节"),
)
_LINKS = ("number", "code", "no", "id", "is", "was", "num", "nr", "号码", "号", "码", "是", "为")
_BULLETS = " \t>*-|·•"
_MARKS = " \t:#=\"'`([{-_./,<>|"


def said(view: TextView, at: int, words: Iterable[str], *, reach: int = 24) -> int:
    """How far back from `at` the nearest of the words begins, within `reach` characters of one sentence; 0 if none."""
    before = view.before(at, reach)
    if not before.strip(_BULLETS):
        before = view.label(at)
    best = 0
    for word in words:
        place = before.rfind(word)
        if place < 0 or (word.isascii() and place > 0 and before[place - 1].isascii() and before[place - 1].isalpha()):
            continue
        distance = len(before) - place
        best = min(best or distance, distance)
    return best


def follows(view: TextView, end: int, words: Iterable[str], *, reach: int = 48) -> bool:
    """Whether one of the words comes behind `end` in the same sentence."""
    said = view.read(end, end + reach).partition(".")[0].partition("\n")[0].lower()
    return any(word in said for word in words if len(word) > 4)


def named_thing(view: TextView, at: int) -> bool:
    """Whether the number at `at` is named directly as something else: `order no. …`, `订单号：…`, `isbn=…`."""
    before = view.before(at, 24).rstrip(_MARKS)
    for _ in range(3):
        if any(_ends_with(before, word) for word in THING):
            return True
        link = next((word for word in _LINKS if _ends_with(before, word)), None)
        if link is None:
            return False
        before = before[: -len(link)].rstrip(_MARKS)
    return any(_ends_with(before, word) for word in THING)


def _ends_with(text: str, word: str) -> bool:
    """Whether the last word of the text is this one (Chinese has no borders between words)."""
    if not text.endswith(word):
        return False
    last = text[-len(word) - 1 : -len(word)]
    return not (word.isascii() and last.isascii() and last.isalpha())
