import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import type { DeviceCore } from './device-core.ts';
import { download, type Wanted } from './download.ts';
import { untilPowerLost } from './power.ts';

type Failure = NonNullable<UpMessage<'content'>['reason']>;
type Order = DownMessage<'content'>;
type Item = Order['items'][number];
type File = Wanted & { item: string };

/** Where a file of the content lies; two items with one file share it. */
export const contentFile = (sha256: string) => `content-${sha256}`;

/** Pictures and videos for the screen: all of a version, or the version before stays. */
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
    memory.contentOrder = message;
    await this.#core.save();
    this.#begin(message);
  }

  /** After a start: a version that was on its way goes on where it stopped. */
  async resume(): Promise<void> {
    const { memory } = this.#core;
    const order = memory.contentOrder;
    if (!order || this.#fetching === order.version) return;
    if (this.#core.isExpired(order.expiresAt)) memory.contentOrder = undefined;
    else this.#begin(order);
  }

  /** What was shown belonged to the owner before. The version stays, so that an old order is still refused. */
  forget(): void {
    const { memory, screen } = this.#core;
    Object.assign(memory, { content: undefined, contentOrder: undefined });
    this.#fetching = undefined;
    untilPowerLost(this.#removeAllBut(new Set()), this.#core.options.onTrouble);
    screen.wake();
  }

  #begin(order: Order): void {
    this.#fetching = order.version;
    untilPowerLost(
      this.#fetch(order).finally(() => {
        if (this.#fetching === order.version) this.#fetching = undefined;
      }),
      this.#core.options.onTrouble,
    );
  }

  async #fetch(order: Order): Promise<void> {
    const { version, items } = order;
    const files = filesOf(items);
    if (!files) return this.#giveUp(version, 'format');
    const missing = await this.#missing(files);
    if (!(await this.#makeRoom(missing, files))) return this.#giveUp(version, 'space');
    const allBytes = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    let doneBytes = allBytes - missing.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    for (const file of missing) {
      const percent = Math.floor((doneBytes * 100) / allBytes);
      await this.#answer(version, { state: 'downloading', item: file.item, percent });
      await this.#note(file);
      const result = await download(this.#core, contentFile(file.sha256), file, async () => {});
      // a newer version came meanwhile
      if (this.#fetching !== version) return;
      if (result === 'hash') await this.#remove(file.sha256);
      if (result !== 'ok') return this.#giveUp(version, result, file.item);
      doneBytes += file.sizeBytes;
      await this.#answer(version, { state: 'stored', item: file.item });
    }
    await this.#show(order, files);
  }

  /** The whole version is on storage: from here on it is what the screen shows, and what it does not need goes. */
  async #show(order: Order, files: readonly File[]): Promise<void> {
    const { memory, telemetry, screen } = this.#core;
    const { expiresAt: _expiresAt, ...content } = order;
    Object.assign(memory, { contentVersion: content.version, content, contentOrder: undefined });
    await this.#core.save();
    await this.#removeAllBut(new Set(files.map(({ sha256 }) => sha256)));
    telemetry.spaceChanged();
    screen.wake();
    await this.#answer(content.version, { state: 'applied', freeBytes: telemetry.freeBytes });
  }

  /** Files that are not on storage as they should be. */
  async #missing(files: readonly File[]): Promise<File[]> {
    const { memory, storage } = this.#core;
    const missing: File[] = [];
    for (const file of files) {
      const isShown = memory.content?.items.some(({ sha256 }) => sha256 === file.sha256);
      const whole = isShown && (await storage.sizeOfFile(contentFile(file.sha256))) === file.sizeBytes;
      if (!whole) missing.push(file);
    }
    return missing;
  }

  /** Where the new does not fit beside the old, the old goes first, as far as it is not needed again. */
  async #makeRoom(missing: readonly File[], files: readonly File[]): Promise<boolean> {
    const { memory, telemetry } = this.#core;
    const needed = missing
      .filter(({ sha256 }) => !Object.hasOwn(memory.contentFiles, sha256))
      .reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    if (needed <= telemetry.freeBytes) return true;
    const kept = new Set(files.map(({ sha256 }) => sha256));
    const freed = Object.entries(memory.contentFiles)
      .filter(([sha256]) => !kept.has(sha256))
      .reduce((total, [, sizeBytes]) => total + sizeBytes, 0);
    if (needed > telemetry.freeBytes + freed) return false;
    await this.#removeAllBut(kept);
    return true;
  }

  /** Written down before the first byte, so that a file that is never finished is found again and removed. */
  async #note({ sha256, sizeBytes }: File): Promise<void> {
    this.#core.memory.contentFiles = { ...this.#core.memory.contentFiles, [sha256]: sizeBytes };
    await this.#core.save();
  }

  async #remove(sha256: string): Promise<void> {
    const { memory, storage } = this.#core;
    const { [sha256]: _removed, ...rest } = memory.contentFiles;
    await storage.removeFile(contentFile(sha256));
    memory.contentFiles = rest;
    await this.#core.save();
  }

  async #removeAllBut(kept: ReadonlySet<string>): Promise<void> {
    for (const sha256 of Object.keys(this.#core.memory.contentFiles))
      if (!kept.has(sha256)) await this.#remove(sha256);
  }

  async #giveUp(version: number, reason: Failure, item?: string): Promise<void> {
    const { memory, telemetry } = this.#core;
    if (memory.contentOrder?.version === version) memory.contentOrder = undefined;
    await this.#core.save();
    telemetry.spaceChanged();
    await this.#answer(version, {
      state: 'failed',
      reason,
      ...(item && { item }),
      freeBytes: telemetry.freeBytes,
    });
  }

  #fail(version: number, reason: Failure): Promise<void> {
    return this.#answer(version, { state: 'failed', reason });
  }

  #answer(version: number, answer: Omit<UpMessage<'content'>, 'version'>): Promise<void> {
    return this.#core.send('content', { version, ...answer });
  }
}

/** Each file once; undefined when an item that needs one names none. */
function filesOf(items: readonly Item[]): File[] | undefined {
  const files = new Map<string, File>();
  for (const { id, kind, url, sizeBytes, sha256 } of items) {
    if (kind === 'text') continue;
    if (!url || !sizeBytes || !sha256) return undefined;
    if (!files.has(sha256)) files.set(sha256, { item: id, url, sizeBytes, sha256 });
  }
  return [...files.values()];
}
