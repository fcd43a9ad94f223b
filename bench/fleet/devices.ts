/** Plays devices that nobody uses: they connect, say hello and send a heartbeat every thirty seconds. */
import { Fleet } from '#simulators/devices/fleet.ts';
import { mqttLink } from '#simulators/devices/link.ts';
import { profiles } from '#simulators/devices/profiles.ts';
import { calm } from '#simulators/devices/weather.ts';
import type { LoadFigures, LoadOrder } from './orders.ts';

const idle = {
  ...profiles.quiet,
  visitsPerHour: Array<number>(24).fill(0),
  faultsPerDay: 0,
  powerCutsPerDay: 0,
  weather: calm,
};
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
  fleet = new Fleet({
    url,
    seed,
    profileOf: () => idle,
    connectPerSecond: 250,
    identities: logins.map(({ code, secretHex }) => ({
      code,
      type: 'claw',
      model: 'bench',
      secret: Buffer.from(secretHex, 'hex'),
    })),
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
