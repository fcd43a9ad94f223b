/** What a person sees of the simulated WeChat Pay, drawn for a phone. Of our own design. */
import { formatFen } from '#kit/kernel/money.ts';
import { escapeHtml, hiddenFields } from '../simulator-pages.ts';

const style = `
:root{color-scheme:light;font-family:system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:#4a4f4c;color:#17201b;display:flex;align-items:flex-end;justify-content:center}
main{width:100%;max-width:430px;background:#fff;border-radius:18px 18px 0 0;padding:22px 20px 28px;display:grid;gap:18px}
@media(min-width:600px){body{align-items:center}main{border-radius:18px}}
h1{margin:0;font-size:16px;font-weight:500;text-align:center;overflow-wrap:anywhere}
.amount{margin:0;text-align:center;font-size:42px;font-weight:600;line-height:1.1;font-variant-numeric:tabular-nums}
.amount small{font-size:24px;margin-right:4px}
dl{margin:0;border-top:1px solid #e5e9e6;border-bottom:1px solid #e5e9e6}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;font-size:15px}
dl div+div{border-top:1px solid #eef1ef}
dt{color:#5b665f;flex:none}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
fieldset{border:0;margin:0;padding:0;display:grid;gap:8px}
legend{padding:0;margin-bottom:8px;font-size:14px;color:#5b665f}
label{display:flex;align-items:center;gap:12px;min-height:50px;padding:0 14px;border:1px solid #d9e0db;border-radius:10px;font-size:16px}
label:has(:checked){border-color:#08713a;background:#f0f9f4}
input[type=radio]{width:20px;height:20px;accent-color:#08713a}
form{margin:0;display:grid;gap:16px}
.actions{display:grid;gap:8px}
button,a.go{display:grid;place-items:center;width:100%;min-height:50px;border:0;border-radius:10px;font:inherit;font-size:17px;font-weight:600;cursor:pointer;text-decoration:none}
.go{background:#08713a;color:#fff}
.stop{background:#f1f3f2;color:#313a35;font-weight:400}
button:focus-visible,a.go:focus-visible,label:focus-within{outline:3px solid #7cc79b;outline-offset:2px}
.note{margin:0;text-align:center;font-size:13px;color:#5b665f}`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const safetyNote = '<p class="note">演示环境：不会产生真实扣款</p>';

export interface PaymentSheet {
  merchantName: string;
  description: string;
  amountFen: number;
  /** one: that person pays; several: the person who scanned chooses */
  people: readonly { openId: string; name: string }[];
  /** where the form goes */
  action: string;
  fields: Record<string, string>;
}

function payers(people: PaymentSheet['people']): string {
  const choices = people.map(
    ({ openId, name }, index) =>
      `<label><input type="radio" name="openid" value="${escapeHtml(openId)}"${index === 0 ? ' checked' : ''}>${escapeHtml(name)}</label>`,
  );
  return `<fieldset><legend>选择付款人</legend>${choices.join('')}</fieldset>`;
}

export function paymentSheet(sheet: PaymentSheet): string {
  const { people } = sheet;
  const payer =
    people.length === 1 ? `<div><dt>付款人</dt><dd>${escapeHtml(people[0]!.name)}</dd></div>` : '';
  return page(
    '微信支付（模拟）',
    `<h1>${escapeHtml(sheet.merchantName)}</h1>
<p class="amount"><small>¥</small>${formatFen(sheet.amountFen)}</p>
<dl><div><dt>商品</dt><dd>${escapeHtml(sheet.description)}</dd></div>${payer}<div><dt>付款方式</dt><dd>零钱</dd></div></dl>
<form method="post" action="${escapeHtml(sheet.action)}">${hiddenFields(sheet.fields)}${people.length > 1 ? payers(people) : ''}
<div class="actions"><button class="go" name="do" value="pay">确认付款</button><button class="stop" name="do" value="cancel">取消</button></div></form>
${safetyNote}`,
  );
}

/** Instead of the sheet: nothing to pay any more, or afterwards when no page is to be led back to. */
export function sheetMessage(title: string, text: string, returnUrl?: string): string {
  const back = returnUrl ? `<a class="go" href="${escapeHtml(returnUrl)}">返回商家</a>` : '';
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p class="note">${escapeHtml(text)}</p>${back}${safetyNote}`,
  );
}
