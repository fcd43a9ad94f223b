import { chown, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { newSecret } from '#kit/kernel/ids.ts';
import type { DeviceSecret } from '#kit/protocol/signing.ts';
import { findSystemUser, type SystemUser } from '#kit/server/embedded/postgres-user.ts';
import { writeFileAtomically } from '#kit/server/write-file.ts';
import { brokerUsers, createPasswordFile, mosquittoSettings } from './mosquitto-files.ts';

const serverName = 'coinyard-server';
/** the servers' address of the broker, with their password: kept so that the next run does not lock them out */
const urlFile = 'server.url';

export interface BrokerFilesOptions {
  folder: string;
  /** where Mosquitto finds the folder, when that is another place than ours */
  seenAs?: string;
  devicePort: number;
  serverPort: number;
  serverBind: string;
  /** under which name servers reach the broker */
  brokerHost: string;
  /** the one of the last time, or a new one */
  serverPassword?: string;
  /** a name or a number; the account that Mosquitto runs as */
  owner?: string;
}

export interface BrokerFiles {
  /** what servers are told as MQTT_URL */
  url: string;
  /** true when something is different from before, so that Mosquitto has to look again */
  write(devices: readonly { code: string; secret: DeviceSecret }[]): Promise<boolean>;
}

export async function prepareBrokerFiles(options: BrokerFilesOptions): Promise<BrokerFiles> {
  const folder = resolve(options.folder);
  const place = (name: string) => join(folder, name);
  const read = (name: string) => readFile(place(name), 'utf8').catch(() => undefined);
  const owner = await ownerOf(options.owner);
  await mkdir(folder, { recursive: true, mode: 0o755 });

  const password = options.serverPassword ?? passwordOf(await read(urlFile)) ?? newSecret();
  const url = new URL(`mqtt://${options.brokerHost}:${options.serverPort}`);
  url.username = serverName;
  url.password = password;
  const seen = options.seenAs ?? folder;
  const { devicePort, serverPort, serverBind } = options;
  const settings = mosquittoSettings(serverName, {
    passwd: join(seen, 'passwd'),
    acl: join(seen, 'acl'),
    devicePort,
    serverPort,
    serverBind,
  });
  const passwordFile = createPasswordFile(await read('passwd'));

  /** Mosquitto reads them as its own user when it is told to reload, and nobody else should. */
  async function put(name: string, content: string, isPrivate: boolean): Promise<boolean> {
    if ((await read(name)) === content) return false;
    await writeFileAtomically(place(name), content, isPrivate ? (owner ? 0o600 : 0o640) : 0o644);
    if (owner) await chown(place(name), owner.uid, owner.gid);
    return true;
  }

  await writeFileAtomically(place(urlFile), `${url.href}\n`, 0o600);
  return {
    url: url.href,
    async write(devices) {
      const changes = [
        await put('passwd', passwordFile(brokerUsers({ name: serverName, password }, devices)), true),
        await put('acl', settings.acl, true),
        await put('coinyard.conf', settings.conf, false),
      ];
      return changes.includes(true);
    },
  };
}

function passwordOf(url: string | undefined): string | undefined {
  const text = url?.trim();
  return text && URL.canParse(text) ? decodeURIComponent(new URL(text).password) || undefined : undefined;
}

/** Only root can give files away; for anybody else they stay readable for the own group. */
async function ownerOf(asked: string | undefined): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (asked && /^\d+$/.test(asked)) return { uid: Number(asked), gid: Number(asked) };
  return findSystemUser(asked ?? 'mosquitto');
}
