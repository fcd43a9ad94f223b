/** What a person sees of the simulated Alipay: its cashier and its log-in, drawn for a phone. Of our own design. */
import { formatFen } from '#kit/kernel/money.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const style = `
:root{color-scheme:light;font-family:system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
*{box-sizing:border-box}
body{margin:0;background:#eef3fb;color:#1b2433;min-height:100dvh;display:flex;justify-content:center}
main{width:100%;max-width:430px;display:flex;flex-direction:column;gap:16px;padding:0 16px 32px}
header{background:#0b5fd6;color:#fff;margin:0 -16px;padding:18px 20px 54px;font-size:17px;font-weight:600}
header small{display:block;font-weight:400;font-size:13px;margin-top:4px;color:#e4eeff}
section{background:#fff;border-radius:14px;padding:20px;margin-top:-40px;box-shadow:0 6px 24px #0b5fd61f}
section+section{margin-top:0}
.amount{font-size:38px;font-weight:700;text-align:center;margin:6px 0 2px;font-variant-numeric:tabular-nums}
.what{text-align:center;color:#526078;margin:0;font-size:14px;overflow-wrap:anywhere}
fieldset{border:0;margin:0;padding:0;display:grid;gap:8px}
legend{font-size:14px;color:#526078;margin-bottom:10px;padding:0}
label{display:flex;align-items:center;gap:12px;min-height:52px;padding:0 14px;border:1px solid #d5deec;border-radius:12px;font-size:16px}
label:has(:checked){border-color:#0b5fd6;background:#f1f6ff}
input[type=radio]{width:20px;height:20px;accent-color:#0b5fd6}
button{width:100%;min-height:50px;border:0;border-radius:25px;font-size:17px;font-weight:600;cursor:pointer}
button.go{background:#0b5fd6;color:#fff}
button.stop{background:none;color:#3f4d66;font-weight:400}
button:focus-visible,label:focus-within{outline:3px solid #7fb0ff;outline-offset:2px}
p.note{font-size:13px;color:#526078;text-align:center;margin:0}
form{display:grid;gap:12px;margin:0}`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const hidden = (fields: Record<string, string | undefined>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value ?? '')}">`,
    )
    .join('');

interface Person {
  openId: string;
  name: string;
}

const choice = (people: readonly Person[], name: string) =>
  people
    .map(
      (person, index) =>
        `<label><input type="radio" name="${name}" value="${escapeHtml(person.openId)}"${index === 0 ? ' checked' : ''}>${escapeHtml(person.name)}</label>`,
    )
    .join('');

export interface CashierView {
  merchantName: string;
  subject: string;
  amountFen: number;
  /** who may pay: one for a trade that names its payer */
  people: readonly Person[];
  /** where the form goes, and what it carries along */
  action: string;
  fields: Record<string, string | undefined>;
}

/** Asks to confirm a payment. The form posts `do=pay` with `person`, or `do=cancel`. */
export function cashierPage(view: CashierView): string {
  return page(
    '支付宝收银台（模拟）',
    `<header>支付宝收银台<small>模拟环境，不会真实扣款</small></header>
<section><p class="what">${escapeHtml(view.merchantName)}</p>
<p class="amount">¥${formatFen(view.amountFen)}</p><p class="what">${escapeHtml(view.subject)}</p></section>
<section><form method="post" action="${escapeHtml(view.action)}">${hidden(view.fields)}
<fieldset><legend>付款账户</legend>${choice(view.people, 'person')}</fieldset>
<button class="go" name="do" value="pay">确认付款</button>
<button class="stop" name="do" value="cancel">放弃付款</button></form></section>`,
  );
}

export interface AuthorizeView {
  appName: string;
  people: readonly Person[];
  action: string;
  fields: Record<string, string | undefined>;
}

/** Asks who logs in. The form posts `person`. */
export function authorizePage(view: AuthorizeView): string {
  return page(
    '支付宝授权（模拟）',
    `<header>支付宝授权<small>模拟环境，选择一位演示用户</small></header>
<section><form method="post" action="${escapeHtml(view.action)}">${hidden(view.fields)}
<fieldset><legend>以谁的身份登录 ${escapeHtml(view.appName)}</legend>${choice(view.people, 'person')}</fieldset>
<button class="go">同意授权</button></form></section>`,
  );
}

/** Says how it stands with something that can not be confirmed any more. */
export function messagePage(title: string, text: string, returnUrl?: string): string {
  const back = returnUrl
    ? `<form method="get" action="${escapeHtml(returnUrl)}"><button class="go">返回商家</button></form>`
    : '';
  return page(
    title,
    `<header>${escapeHtml(title)}<small>模拟环境</small></header><section><p class="what">${escapeHtml(text)}</p></section>${back}`,
  );
}
