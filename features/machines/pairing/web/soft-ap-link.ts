import {
  pairingInfo,
  pairingNetworks,
  pairingStatus,
  softApAddress,
  softApPaths,
} from '#kit/protocol/pairing.ts';
import type { PairingLink } from './pairing-link.ts';

const answerMs = 5000;
const askStatusMs = 1000;

/**
 * Chrome asks the person once whether the page may speak with the local network; others decide by themselves. Simulated
 * machines answer on this very computer, which is not the local network.
 */
const init = (address: string, more: RequestInit = {}): RequestInit => ({
  ...more,
  signal: AbortSignal.timeout(answerMs),
  ...(address === softApAddress && { targetAddressSpace: 'local' }),
});

export async function connectSoftAp(address: string = softApAddress): Promise<PairingLink> {
  const get = async (path: string) => (await fetch(address + path, init(address))).json();
  const info = pairingInfo.parse(await get(softApPaths.info));
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    info,
    networks: async () => pairingNetworks.parse(await get(softApPaths.networks)),
    async join(join) {
      const answer = await fetch(
        address + softApPaths.join,
        init(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(join),
        }),
      );
      if (!answer.ok) throw new DOMException('', 'NetworkError');
    },
    onStatus(handler) {
      timer = setInterval(() => {
        get(softApPaths.status).then(
          (answer) => {
            const parsed = pairingStatus.safeParse(answer);
            if (parsed.success) handler(parsed.data);
          },
          // the machine leaves its own network when it joins the other: silence is the usual end
          () => undefined,
        );
      }, askStatusMs);
    },
    close: () => clearInterval(timer),
  };
}
