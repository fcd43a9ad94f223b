import { pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type DeviceSecret, staticPassword } from '#kit/protocol/signing.ts';

export interface BrokerUser {
  name: string;
  password: string;
}

/** Mosquitto's own default; the passwords are 256 random bits, so more rounds would protect nothing more. */
const iterations = 101;
const saltBytes = 12;
const hashBytes = 64;

/** A line of Mosquitto's password file: $7$ is PBKDF2 with SHA-512. */
export function passwordLine({ name, password }: BrokerUser): string {
  const salt = randomBytes(saltBytes);
  const hash = pbkdf2Sync(password, salt, iterations, hashBytes, 'sha512');
  return `${name}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}\n`;
}

function fits(line: string, { name, password }: BrokerUser): boolean {
  const [, kind, rounds, salt = '', hash = ''] = line.slice(name.length + 1).split('$');
  if (kind !== '7') return false;
  const wanted = Buffer.from(hash, 'base64');
  const found = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(rounds), hashBytes, 'sha512');
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/**
 * Writes the password file again and again. A machine that keeps the password keeps the line, so that the file changes only when
 * something did: a reload of the broker looks at all of them.
 */
export function createPasswordFile(earlier = ''): (users: readonly BrokerUser[]) => string {
  const found = new Map(earlier.split('\n').map((line) => [line.slice(0, line.indexOf(':')), `${line}\n`]));
  const known = new Map<string, { password: string; line: string }>();
  const lineOf = (user: BrokerUser): string => {
    const before = known.get(user.name);
    if (before?.password === user.password) return before.line;
    const old = found.get(user.name);
    const line = old && fits(old.trimEnd(), user) ? old : passwordLine(user);
    known.set(user.name, { password: user.password, line });
    return line;
  };
  return (users) => users.map(lineOf).join('');
}

/** %u is the name a device logged in with, which is its code: it reaches its own topics and no others. */
const accessList = (server: string) => `pattern write coinyard/v1/%u/up/#
pattern read coinyard/v1/%u/down/#

user ${server}
topic read coinyard/v1/+/up/#
topic write coinyard/v1/+/down/#
`;

export interface MosquittoPlaces {
  passwd: string;
  acl: string;
  /** ports: one for devices, one for our servers, which share a name */
  devicePort: number;
  serverPort: number;
  /** where the servers' port is open: every network when empty */
  serverBind: string;
}

export const brokerUsers = (
  server: BrokerUser,
  devices: readonly { code: string; secret: DeviceSecret }[],
): BrokerUser[] => [
  server,
  ...devices.map(({ code, secret }) => ({ name: code, password: staticPassword(secret, code) })),
];

/** What does not change with the devices; `conf` belongs into mosquitto.conf. */
export function mosquittoSettings(
  serverName: string,
  { passwd, acl, devicePort, serverPort, serverBind }: MosquittoPlaces,
): { acl: string; conf: string } {
  return {
    acl: accessList(serverName),
    conf: `allow_anonymous false
password_file ${passwd}
acl_file ${acl}
# the server keeps what is undelivered, not the broker
persistence false

# for devices: none can take another's connection over by its client id
listener ${devicePort}
use_username_as_clientid true

# for our servers, several of which may run under the one name: bind it to where only they are
listener ${serverPort}${serverBind ? ` ${serverBind}` : ''}
`,
  };
}
