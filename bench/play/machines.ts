/**
 * Claw machines on the broker, in a process of their own: the reference client, and a note of when each heard of a play.
 * Forked; its first message is `MachinesOptions`.
 */
import { downTopic } from '#kit/protocol/topics.ts';
import { mqttLink } from '#simulators/devices/link.ts';
import { answerCalls } from '../../scripts/helper-process.ts';
import { clawFleet } from '../fleet/claw-fleet.ts';
import type { DeviceLogin } from '../fleet/orders.ts';
import { sharedNowMs } from './shared-now.ts';

export interface MachinesOptions {
  url: string;
  logins: DeviceLogin[];
}

/** a play of half a minute takes a second and a half: nobody plays here but those who pay */
const speed = 20;

process.once('message', ({ url, logins }: MachinesOptions) => {
  const heardAtMs = new Map<string, number>();
  const open = mqttLink({ protocolVersion: 5 });
  const fleet = clawFleet({
    url,
    seed: 'play',
    speed,
    logins,
    openLink: (request) =>
      open({
        ...request,
        onMessage(topic, payload) {
          if (topic === downTopic(request.code, 'command')) {
            const { id } = JSON.parse((JSON.parse(payload) as { body: string }).body) as { id: string };
            heardAtMs.set(id, sharedNowMs());
          }
          request.onMessage(topic, payload);
        },
      }),
  });
  void fleet.start();
  answerCalls(
    { ready: true },
    {
      online: () => fleet.figures().online,
      heard: () => heardAtMs,
      /** what the machines themselves counted for orders */
      coins: () =>
        logins.reduce(
          (sum, { code }) => sum + (fleet.device(code).client.controller?.memory.counters.onlineCoins ?? 0),
          0,
        ),
    },
    async () => {},
  );
});
