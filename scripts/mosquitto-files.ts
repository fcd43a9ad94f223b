import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { type DeviceSecret, staticPassword } from '#kit/protocol/signing.ts';

export interface BrokerUser {
  name: string;
  password: string;
}

export interface MosquittoFiles {
  passwd: string;
  acl: string;
  /** what belongs into mosquitto.conf */
  conf: string;
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
}

export function mosquittoFiles(
  server: BrokerUser,
  devices: readonly { code: string; secret: DeviceSecret }[],
  { passwd, acl, devicePort, serverPort }: MosquittoPlaces,
): MosquittoFiles {
  const users = devices.map(({ code, secret }) => ({ name: code, password: staticPassword(secret, code) }));
  return {
    passwd: [server, ...users].map(passwordLine).join(''),
    acl: accessList(server.name),
    conf: `allow_anonymous false
password_file ${passwd}
acl_file ${acl}
# the server keeps what is undelivered, not the broker
persistence false

# for devices: none can take another's connection over by its client id
listener ${devicePort}
use_username_as_clientid true

# for our servers, several of which may run under the one name: bind it to where only they are
listener ${serverPort} 127.0.0.1
`,
  };
}
