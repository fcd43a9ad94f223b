/** The simulated WeChat's question who is holding the phone, drawn for a phone. Of our own design. */
import { escapeHtml, hiddenFields } from '../simulator-pages.ts';

const style = `
:root{color-scheme:light;font-family:system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:#f2f4f3;color:#17201b;display:flex;justify-content:center}
main{width:100%;max-width:430px;padding:48px 20px 32px;display:grid;gap:20px;align-content:start}
h1{margin:0;font-size:22px;font-weight:600;text-align:center}
p{margin:0;text-align:center;font-size:14px;color:#4f5a54}
form{margin:0;display:grid;gap:10px}
button{display:flex;align-items:center;gap:14px;width:100%;min-height:60px;padding:0 16px;border:1px solid #dde3df;border-radius:12px;background:#fff;font:inherit;font-size:17px;color:inherit;cursor:pointer}
button:hover{border-color:#08713a}
button:focus-visible{outline:3px solid #7cc79b;outline-offset:2px}
.face{flex:none;display:grid;place-items:center;width:38px;height:38px;border-radius:10px;background:#08713a;color:#fff;font-weight:600}`;

export interface AuthorizePage {
  people: readonly { openId: string; name: string }[];
  action: string;
  fields: Record<string, string>;
}

const frame = (title: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

export function authorizePage({ people, action, fields }: AuthorizePage): string {
  const choices = people.map(
    ({ openId, name }) =>
      `<button name="openid" value="${escapeHtml(openId)}"><span class="face" aria-hidden="true">${escapeHtml(Array.from(name)[0] ?? '')}</span>${escapeHtml(name)}</button>`,
  );
  return frame(
    '微信登录（模拟）',
    `<h1>以谁的身份登录？</h1><p>演示环境：这些都是虚拟的微信用户</p>
<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}${choices.join('')}</form>`,
  );
}

export const authorizeMessage = (title: string, text: string): string =>
  frame(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
