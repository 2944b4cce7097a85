"""What can be wrong with a record, each in one sentence of either language."""

from __future__ import annotations

from typing import Any, Callable, Iterator

from mindsight.checker.basics import brief, close

_SENTENCES = """
no_run {file}: not a run folder (no manifest.json)
       {file}：不是测试记录文件夹（没有 manifest.json）
unfinished {file}: the run is not complete (state: {found}); it has no seal yet
           {file}：测试尚未完成（状态：{found}），还没有封存
no_field {file}: does not say {field}; it was damaged or changed
         {file}：没有 {field}，文件已损坏或被改动
unchecked {file}: this part could not be checked: {part} ({reason})
          {file}：这一部分无法检查：{part}（{reason}）
no_seal {file}: the seal SHA256SUMS is missing
        {file}：缺少封存文件 SHA256SUMS
bad_sum_line {file}: byte {byte}: line {line} is not '<sha256>  <name>' or out of order
             {file}：第 {byte} 字节：第 {line} 行不是“<sha256>  <文件名>”或顺序不对
missing {file}: listed in SHA256SUMS but not there
        {file}：SHA256SUMS 中列出但不存在
unlisted {file}: not listed in SHA256SUMS
         {file}：SHA256SUMS 中没有列出
changed {file}: content does not have the SHA-256 that SHA256SUMS gives
        {file}：内容与 SHA256SUMS 给出的 SHA-256 不符
link {file}: is a link; a record holds files of its own
     {file}：是链接；测试记录只含自己的文件
special {file}: is no ordinary file; nothing can be read from it
        {file}：不是普通文件，无法读取
absent {file}: belongs to every run that has ended, but is not there
       {file}：已结束的测试都有此文件，但它不存在
not_json {file}: not a JSON object as mindsight writes it
         {file}：不是 mindsight 所写的 JSON 对象
not_item {file}: byte {byte}: line {line} is not an item in JSON
         {file}：第 {byte} 字节：第 {line} 行不是 JSON 样本记录
not_canonical {file}: byte {byte}: line {line} is not spelled as mindsight writes it
              {file}：第 {byte} 字节：第 {line} 行的写法与 mindsight 不一致
torn {file}: byte {byte}: line {line} is cut off
     {file}：第 {byte} 字节：第 {line} 行不完整
chain {file}: byte {byte}: line {line} or the one before was changed, removed, added or moved; the hash chain breaks
      {file}：第 {byte} 字节：第 {line} 行或其前一行被改动、删除、插入或移动，哈希链在此中断
head {file}: byte {byte}: ends with {found} items; manifest.json sealed {expected} and another last line
     {file}：第 {byte} 字节：以 {found} 个样本结束；manifest.json 封存的是 {expected} 个且末行不同
twice {file}: byte {byte}: item {found} appears twice
      {file}：第 {byte} 字节：样本 {found} 出现两次
no_reason {file}: byte {byte}: item {found} failed, but no error says why
          {file}：第 {byte} 字节：样本 {found} 失败，但没有写明原因
reason {file}: byte {byte}: item {found} is scored, but has an error
       {file}：第 {byte} 字节：样本 {found} 已评分，却带有错误
answered {file}: byte {byte}: item {found} could not be tested, it says, but holds an answer
         {file}：第 {byte} 字节：样本 {found} 自称未能测试，却带有回答
shown {file}: byte {byte}: answer {found} names other pictures than another answer to the same output
      {file}：第 {byte} 字节：回答 {found} 所列的图片与对同一输出的另一回答不同
data {file}: is not the data list that manifest.json names
     {file}：不是 manifest.json 指明的数据清单
instance {file}: byte {byte}: item {found} is not the instance that {expected} lists
         {file}：第 {byte} 字节：样本 {found} 与 {expected} 中列出的不同
given {file}: byte {byte}: item {found} does not have the {field} that {expected} lists
      {file}：第 {byte} 字节：样本 {found} 的 {field} 与 {expected} 中列出的不同
untested {file}: item {found} of {expected} is not in the record
         {file}：{expected} 中的样本 {found} 不在记录里
media {file}: content does not have the SHA-256 that is its name
      {file}：内容与其文件名中的 SHA-256 不符
media_missing {file}: named by item {found} but not there
              {file}：样本 {found} 提到但不存在
disagrees {file}: {field} is {value}, but {other} gives {expected}
          {file}：{field} 为 {value}，但由 {other} 得 {expected}
item_disagrees {file}: byte {byte}: item {found}: {field} is {value}, but {other} gives {expected}
               {file}：第 {byte} 字节：样本 {found} 的 {field} 为 {value}，但由 {other} 得 {expected}
terms {file}: byte {byte}: the terms of item {found} give no scores
      {file}：第 {byte} 字节：样本 {found} 的统计量无法得出分数
impossible {file}: byte {byte}: no two 8-bit pictures have the {field} terms of item {found}
           {file}：第 {byte} 字节：不存在两张 8 位图片具有样本 {found} 的 {field} 统计量
masks {file}: byte {byte}: no two masks have the {field} terms of item {found}
      {file}：第 {byte} 字节：不存在两幅掩膜具有样本 {found} 的 {field} 统计量
term {file}: byte {byte}: the term {field} of item {found} cannot be {value}
     {file}：第 {byte} 字节：样本 {found} 的统计量 {field} 不可能是 {value}
fate {file}: byte {byte}: status and outcome of item {found} do not fit its terms
     {file}：第 {byte} 字节：样本 {found} 的状态和结果与其统计量不符
scores {file}: byte {byte}: the items' terms give another table from here on
       {file}：第 {byte} 字节：从此处起与由各样本统计量重算的结果不同
measure {file}: {found} is {value}, the items' terms give {expected}
        {file}：{found} 为 {value}，由各样本统计量重算得 {expected}
unmeasured {file}: {found} is missing, the items' terms give it
           {file}：缺少 {found}，而各样本统计量可算得该指标
identity {file}: the identity of {found} is not the one in manifest.json
         {file}：{found} 的标识与 manifest.json 中的不同
no_formula {file}: no formulas for '{found}' in this checker; its numbers were not recomputed
           {file}：本检查程序没有“{found}”的公式，未能重算其数值
commitment {file}: does not have the SHA-256 to which the laboratory committed itself, {expected}
           {file}：SHA-256 与实验室事先承诺的 {expected} 不符
sealed {file}: the tasks are sealed, their seed is not published yet; compare {found} with the commitment made public before
       {file}：任务由秘密种子生成，种子尚未公布；请将承诺值 {found} 与测试前公开的承诺值核对
revealed {file}: the published seed has the commitment {found} and leads to every task; compare it with that made public before
         {file}：已公布的种子与承诺值 {found} 相符，每个任务的种子均由其得出；请将该承诺值与测试前公开的承诺值核对
unwritten the findings cannot be written ({file})
          无法写出检查结果（{file}）
good {file}: every file, line and normative score agrees ({items} items, {files} files, {measures} measures)
     {file}：所有文件、行和规范性指标一致（{items} 个样本，{files} 个文件，{measures} 个指标）
proved Proved: nothing was changed since the seal, every item was tested once, and the normative scores follow from the terms.
       已证明：封存后没有任何改动，每个样本恰好测试一次，各规范性指标由样本的统计量得出。
unproved Not proved: all other numbers, the intervals of Macro-F1 and S, that terms fit pictures and the report shows them, who sealed it.
         未证明：其他各项数值、宏平均 F1 和 S 的区间，统计量与图片是否相符，报告所示是否即这些数值，以及由谁封存。
further For that: mindsight verify (rebuilds every number and page), verify --deep (looks at pictures), verify --public-key (signature).
        为此请用：mindsight verify（重建所有数值和页面）、verify --deep（查看图片）、verify --public-key（核对签名）。
"""
_MOST_SAID = 500
"""Characters of a value in a sentence; a path may have many, an id that somebody forged a million."""
_LINES = [line.strip() for line in _SENTENCES.strip().splitlines()]
MESSAGES = {en.split(" ", 1)[0]: (en.split(" ", 1)[1], zh) for en, zh in zip(_LINES[::2], _LINES[1::2])}


class Finding:
    """One thing that is wrong: a message key and what fills it; where it was found is added by whoever knows."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values

    def at(self, **where: Any) -> Finding:
        """Return the finding with its place, as far as it does not name one itself."""
        return Finding(self.key, **{**where, **self.values})

    def say(self, language: str = "en") -> str:
        """Return the finding as one sentence; anything unprintable in a name is escaped."""
        shown = {name: _printable(value) for name, value in self.values.items()}
        return MESSAGES[self.key][1 if language == "zh" else 0].format(**shown)


def _printable(value: Any) -> Any:
    text = brief(value) if isinstance(value, int) else str(value)
    text = text if len(text) <= _MOST_SAID else text[:_MOST_SAID] + "…"
    return "".join(c if c.isprintable() else "\\x{:02x}".format(ord(c)) for c in text)


def unlike(
    field: str, value: Any, other: str, expected: Any, *, key: str = "item_disagrees", fits: Callable[..., bool] = close
) -> Iterator[Finding]:
    """Yield that a field is not what something else gives, if so."""
    if not fits(value, expected):
        yield Finding(key, field=field, value=brief(value), other=other, expected=brief(expected))
