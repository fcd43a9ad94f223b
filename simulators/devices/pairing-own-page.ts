import type { PairingNetwork, PairingStatus } from '#kit/protocol/pairing.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a machine shows in its own access point, for browsers that may not call it from our page. */
export function ownPage(code: string, networks: readonly PairingNetwork[], status: PairingStatus): string {
  const options = networks.map(({ ssid }) => `<option>${escaped(ssid)}</option>`).join('');
  const form = `<form method="post" action="join">
<p><label>WiFi <input name="ssid" list="heard" required maxlength="32"></label>
<datalist id="heard">${options}</datalist></p>
<p><label>密码 · Password <input name="password" type="password" maxlength="63"></label></p>
<p><button>连接 · Connect</button></p></form>`;
  const words: Record<PairingStatus['state'], string> = {
    idle: form,
    joining: '<p>正在连接… · Connecting…</p>',
    joined: '<p>已连上 WiFi · WiFi connected</p>',
    connected: '<p>已联网，可以注册设备 · Online: the machine can be registered</p>',
    failed: `<p>失败 · Failed: ${status.reason ?? ''}</p>${form}`,
  };
  const refresh = status.state === 'joining' || status.state === 'joined';
  return `<!doctype html><html lang="zh-cn"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">${refresh ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${escaped(code)}</title></head><body><h1>${escaped(code)}</h1>${words[status.state]}</body></html>`;
}
