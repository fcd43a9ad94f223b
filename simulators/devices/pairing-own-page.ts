import type { PairingNetwork, PairingStatus } from '#kit/protocol/pairing.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What the address brought along, or the form sent. */
export interface OwnPageQuery {
  /** of the pairing; empty: it has to be typed */
  token: string;
  server: string;
  /** where the person came from */
  back: string;
  /** what was typed as a code and can not be one */
  wrongCode?: boolean;
}

const failures: Record<NonNullable<PairingStatus['reason']>, string> = {
  notFound:
    '找不到这个 WiFi，请检查名称和信号（只支持 2.4G） · This WiFi is not heard: check its name; 2.4 GHz only',
  password: 'WiFi 密码不对 · Wrong WiFi password',
  noAddress: '连上了 WiFi，但路由器没有分配地址 · Joined, but the router gave no address',
  noServer: '连上了 WiFi，但连不到服务器，请检查网络 · Joined, but the server can not be reached',
};

export const queryOf = (values: URLSearchParams): OwnPageQuery => ({
  token: values.get('token') ?? '',
  server: values.get('server') ?? '',
  back: values.get('back') ?? '',
});

export const addressOf = ({ token, server, back }: OwnPageQuery): string =>
  `./?${new URLSearchParams({ token, server, back })}`;

const isPage = (address: string) => /^https?:\/\//.test(address);

/** What a machine shows in its own access point, for browsers that may not call it from our page. */
export function ownPage(
  code: string,
  networks: readonly PairingNetwork[],
  status: PairingStatus,
  query: OwnPageQuery,
): string {
  const options = networks.map(({ ssid }) => `<option>${escaped(ssid)}</option>`).join('');
  const hidden = (name: 'server' | 'back') =>
    `<input type="hidden" name="${name}" value="${escaped(query[name])}">`;
  const form = `<form method="post" action="join">
<p><label>WiFi <input name="ssid" list="heard" required maxlength="32"></label>
<datalist id="heard">${options}</datalist></p>
<p><label>密码 · Password <input name="password" type="password" maxlength="63"></label></p>
<p><label>配网码 · Pairing code <input name="token" value="${escaped(query.token)}" maxlength="64" autocapitalize="characters"></label></p>
${query.wrongCode ? '<p role="alert">配网码是 8 位字母和数字 · The pairing code has 8 letters and digits</p>' : ''}
${hidden('server')}${hidden('back')}<p><button>连接 · Connect</button></p></form>`;
  const backLink = isPage(query.back)
    ? `<p><a href="${escaped(query.back)}">回到原来的页面 · Back to where you came from</a></p>`
    : '';
  const goBack = `<p>请让手机回到能上网的网络 · Take the phone back to a network with internet</p>${backLink}`;
  const words: Record<PairingStatus['state'], string> = {
    idle: form,
    joining: '<p>1/3 正在连接 WiFi… · Joining the WiFi…</p>',
    joined: `<p>2/3 已连上 WiFi，正在连服务器… · WiFi joined, reaching the server…</p>${goBack}`,
    connected: `<p>3/3 已联网 · Online</p>${goBack}`,
    failed: `<p role="alert">${status.reason ? failures[status.reason] : '失败 · Failed'}</p>${form}`,
  };
  const refresh = status.state === 'joining' || status.state === 'joined';
  return `<!doctype html><html lang="zh-cn"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">${refresh ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${escaped(code)}</title></head><body><h1>${escaped(code)}</h1>${words[status.state]}</body></html>`;
}
