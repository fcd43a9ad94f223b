/** The simulated platforms' question whether a merchant lets us in, drawn for a desk and a phone. Of our own design. */
import { escapeHtml, hiddenFields } from './simulator-pages.ts';

const style = `
:root{color-scheme:light;font-family:system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:#f3f4f6;color:#17201b;display:flex;justify-content:center}
main{width:100%;max-width:460px;padding:48px 20px 32px;display:grid;gap:20px;align-content:start}
h1{margin:0;font-size:22px;font-weight:600;text-align:center}
p{margin:0;text-align:center;font-size:14px;color:#4f5a54}
form{margin:0;display:grid;gap:10px}
button{width:100%;min-height:60px;padding:8px 16px;border:1px solid #dde3df;border-radius:12px;background:#fff;font:inherit;font-size:17px;color:inherit;text-align:start;cursor:pointer}
button small{display:block;font-size:13px;color:#4f5a54}
button:hover{border-color:#1f2937}
button:focus-visible{outline:3px solid #93a3b8;outline-offset:2px}`;

const frame = (title: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

export interface AuthorisePage {
  title: string;
  question: string;
  choices: readonly { value: string; name: string; more: string }[];
  action: string;
  fields: Record<string, string>;
}

export function dealAuthorisePage({ title, question, choices, action, fields }: AuthorisePage): string {
  const buttons = choices.map(
    ({ value, name, more }) =>
      `<button name="choice" value="${escapeHtml(value)}">${escapeHtml(name)}<small>${escapeHtml(more)}</small></button>`,
  );
  return frame(
    title,
    `<h1>${escapeHtml(question)}</h1><p>演示环境：这里由系统扮演平台</p>
<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}${buttons.join('')}</form>`,
  );
}

export const dealMessagePage = (title: string, text: string): string =>
  frame(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);

interface ShopPage {
  action: string;
  deals: readonly { dealId: string; title: string; priceFen: number }[];
  /** of what was bought just now */
  codes: readonly { code: string; qr: string }[];
}

/** A customer buys: deals as buttons, and the code after it. */
export function dealShopPage({ action, deals, codes }: ShopPage): string {
  const bought = codes.map(
    ({ code, qr }) =>
      `<p>券码</p><h1 data-code="${escapeHtml(code)}" data-qr="${escapeHtml(qr)}">${escapeHtml(code)}</h1>`,
  );
  const buttons = deals.map(
    ({ dealId, title, priceFen }) =>
      `<button name="choice" value="${escapeHtml(dealId)}">${escapeHtml(title)}<small>¥${(priceFen / 100).toFixed(2)}</small></button>`,
  );
  return frame(
    '团购',
    `${bought.join('') || '<h1>买一张团购券</h1>'}<p>演示环境：这里由系统扮演平台</p>
<form method="post" action="${escapeHtml(action)}">${buttons.join('')}</form>`,
  );
}
