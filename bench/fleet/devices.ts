/** Plays devices that nobody uses: they connect, say hello and send a heartbeat every thirty seconds. */
import type { Fleet } from '#simulators/devices/fleet.ts';
import { mqttLink } from '#simulators/devices/link.ts';
import { clawFleet } from './claw-fleet.ts';
import type { LoadFigures, LoadOrder } from './orders.ts';

let lost = 0;
let fleet: Fleet | undefined;

process.on('message', (message: { order?: LoadOrder; ask?: true }) => {
  if (message.order) start(message.order);
  if (message.ask && fleet) {
    const { online, sent } = fleet.figures();
    const answer: LoadFigures = { figures: { online, lost, sent } };
    process.send?.(answer);
  }
});

function start({ url, seed, logins }: LoadOrder): void {
  const open = mqttLink({ protocolVersion: 4, connectTimeoutMs: 120_000 });
  fleet = clawFleet({
    url,
    seed,
    logins,
    openLink: (request) =>
      open({
        ...request,
        onLost: () => {
          lost++;
          request.onLost();
        },
      }),
    onTrouble: () => undefined,
  });
  void fleet.start();
}
