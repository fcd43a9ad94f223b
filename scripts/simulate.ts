/**
 * `npm run simulate -- --devices 200 --profile mall`: plays machines against a running server. It has the platform make
 * controllers for them (once; they are kept in DATA_DIR/simulate) and a merchant register them while they run.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#kit/server/config.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { Fleet } from '#simulators/devices/fleet.ts';
import { mqttLink } from '#simulators/devices/link.ts';
import { type ProfileName, profileNames, profiles } from '#simulators/devices/profiles.ts';
import { claimDevices, type Maker, produceDevices } from './simulated-identities.ts';

const figuresEveryMs = 5000;

const usage = `npm run simulate -- [options]
  --devices N           how many (100)
  --profile NAME        ${profileNames.join(' | ')} (mall)
  --speed X             days pass X times faster (1)
  --seed TEXT           the same seed, the same days (1)
  --minutes M           stop after so long; without it: until Ctrl-C
  --api URL             the server (http://127.0.0.1:PORT)
  --url URL             the broker (mqtt://<host of --api>:MQTT_PORT)
  --account, --password    a platform account that makes controllers (the demo's)
  --merchant, --merchant-password   who registers them (the demo's); "" leaves them unclaimed
  --site NAME           where they stand (the merchant's first site)
  --auth timed|static   static for a broker with a password file
  --mqtt 4|5            protocol version (4)`;

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      devices: { ...text, default: '100' },
      profile: { ...text, default: 'mall' },
      speed: { ...text, default: '1' },
      seed: { ...text, default: '1' },
      minutes: text,
      api: text,
      url: text,
      account: { ...text, default: 'admin' },
      password: { ...text, default: demoPassword },
      merchant: { ...text, default: 'merchant' },
      'merchant-password': { ...text, default: demoPassword },
      site: text,
      auth: { ...text, default: 'timed' },
      mqtt: { ...text, default: '4' },
    },
  });
  const numbers = { devices: Number(values.devices), speed: Number(values.speed) };
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  const { profile, auth, mqtt } = values;
  const known = profileNames.includes(profile as ProfileName) && ['timed', 'static'].includes(auth);
  const sane =
    Number.isInteger(numbers.devices) &&
    numbers.devices > 0 &&
    numbers.speed > 0 &&
    (minutes === undefined || minutes > 0);
  if (!known || !sane || !['4', '5'].includes(mqtt)) throw new TypeError('an option has no such value');
  return {
    ...values,
    ...numbers,
    minutes,
    profile: profiles[profile as ProfileName],
    auth: auth as 'timed' | 'static',
    protocolVersion: Number(mqtt) as 4 | 5,
  };
}

async function simulate(options: ReturnType<typeof readOptions>): Promise<void> {
  const config = loadConfig();
  const api = new URL(options.api ?? `http://127.0.0.1:${config.port}`);
  const url = options.url ?? `mqtt://${api.hostname}:${config.mqtt.port}`;
  const platform: Maker = { account: options.account, password: options.password };
  const produced = await produceDevices(api.origin, platform, options.devices, config.dataDir);
  const fleet = new Fleet({
    url,
    identities: produced.map(({ secret, ...rest }) => ({ ...rest, secret: Buffer.from(secret, 'hex') })),
    profileOf: () => options.profile,
    seed: options.seed,
    speed: options.speed,
    auth: options.auth,
    httpBase: api.origin,
    openLink: mqttLink({ protocolVersion: options.protocolVersion }),
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  if (options.minutes) setTimeout(() => stopping.abort(), options.minutes * 60_000).unref();
  const claims = { claimed: 0 };
  const claiming = options.merchant
    ? claimDevices({
        api: api.origin,
        merchant: { account: options.merchant, password: options['merchant-password'] },
        siteName: options.site,
        produced,
        signal: stopping.signal,
        onClaimed: () => claims.claimed++,
      })
    : Promise.resolve();
  const printing = setInterval(() => printFigures(fleet, claims.claimed), figuresEveryMs);
  const starting = fleet.start();
  // until somebody stops it, or registering fails for good
  await Promise.race([
    untilAborted(stopping.signal),
    claiming.then(() => untilAborted(stopping.signal)),
  ]).finally(() => stopping.abort());
  clearInterval(printing);
  const stopped = fleet.stop();
  await Promise.allSettled([starting, claiming, stopped]);
  printFigures(fleet, claims.claimed);
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });

let before = { sent: 0, received: 0 };

function printFigures(fleet: Fleet, claimed: number): void {
  const { devices, online, visits, sent, received } = fleet.figures();
  const perSecond = (now: number, then: number) => (((now - then) * 1000) / figuresEveryMs).toFixed(1);
  const time = new Date().toTimeString().slice(0, 8);
  console.log(
    `${time}  online ${online}/${devices}  claimed ${claimed}  visits ${visits}  ` +
      `up ${perSecond(sent, before.sent)}/s  down ${perSecond(received, before.received)}/s`,
  );
  before = { sent, received };
}

try {
  await simulate(readOptions());
  process.exit(0);
} catch (error) {
  if (error instanceof TypeError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof StartupError) console.error(error.text(terminalLanguage(process.env)));
  else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
