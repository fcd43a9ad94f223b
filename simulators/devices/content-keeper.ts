import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import type { DeviceCore } from './device-core.ts';
import { download } from './download.ts';
import { untilPowerLost } from './power.ts';

type Failure = NonNullable<UpMessage<'content'>['reason']>;

/** Pictures, videos and texts for the screen: all of a version, or the version before stays. */
export class ContentKeeper {
  readonly #core: DeviceCore;
  #fetching: number | undefined;

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  async receive(payload: string): Promise<void> {
    const { memory } = this.#core;
    const message = this.#core.open('content', payload);
    if (!message) {
      this.#core.refused('content: signature');
      return this.#answer(memory.contentVersion, { state: 'failed', reason: 'signature' });
    }
    const { version } = message;
    if (version === memory.contentVersion) return this.#answer(version, { state: 'applied' });
    if (version < memory.contentVersion) return this.#fail(version, 'old');
    if (this.#core.isExpired(message.expiresAt)) return this.#fail(version, 'expired');
    if (this.#fetching === version) return;
    this.#fetching = version;
    untilPowerLost(
      this.#fetch(message).finally(() => {
        if (this.#fetching === version) this.#fetching = undefined;
      }),
      this.#core.options.onTrouble,
    );
  }

  async #fetch({ version, items }: DownMessage<'content'>): Promise<void> {
    const { memory, telemetry, storage } = this.#core;
    const files = items.filter((item) => item.kind !== 'text');
    const neededBytes = files.reduce((total, { sizeBytes }) => total + (sizeBytes ?? 0), 0);
    if (neededBytes > telemetry.freeBytes + memory.contentBytes) return this.#fail(version, 'space');
    let fetchedBytes = 0;
    for (const { id, url, sizeBytes, sha256 } of files) {
      if (!url || !sizeBytes || !sha256) return this.#fail(version, 'format');
      await this.#answer(version, {
        state: 'downloading',
        percent: Math.floor((fetchedBytes * 100) / neededBytes),
      });
      const result = await download(this.#core, `content-${id}`, { url, sizeBytes, sha256 }, async () => {});
      if (result !== 'ok') return this.#fail(version, result);
      // it would be shown from here on; the simulated screen has nothing to show it on
      await storage.removeFile(`content-${id}`);
      fetchedBytes += sizeBytes;
      // a newer version came meanwhile
      if (this.#fetching !== version) return;
    }
    Object.assign(memory, { contentVersion: version, contentBytes: fetchedBytes });
    telemetry.spaceChanged();
    await this.#core.save();
    await this.#answer(version, { state: 'applied', freeBytes: telemetry.freeBytes });
  }

  #fail(version: number, reason: Failure): Promise<void> {
    return this.#answer(version, { state: 'failed', reason });
  }

  #answer(version: number, answer: Omit<UpMessage<'content'>, 'version'>): Promise<void> {
    return this.#core.send('content', { version, ...answer });
  }
}
