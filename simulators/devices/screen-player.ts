import { type ContentItem, isShownAt, playByHours } from '#kit/protocol/content-hours.ts';
import { ads } from '#kit/protocol/types/groups.ts';
import type { DeviceCore } from './device-core.ts';
import { untilPowerLost } from './power.ts';

/** how soon it notices that somebody has come or gone */
const lookMs = 1000;
/** how soon it notices that something's hour has come, while there is nothing to show */
const nothingMs = 60_000;

export interface OnScreen {
  item: ContentItem;
  sinceMs: number;
}

/**
 * The screen while nobody plays: what the content says, one after another, round and round. A play counts when it was
 * shown to its end; one that a customer cut short does not.
 */
export class ScreenPlayer {
  readonly #core: DeviceCore;
  #running = false;
  #next = 0;
  #idleSinceMs: number | undefined;
  #shown: OnScreen | undefined;

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  get shown(): OnScreen | undefined {
    return this.#shown;
  }

  get slogan(): string {
    return this.#settings.enabled ? this.#settings.slogan : '';
  }

  /** Content or settings changed: a screen with something to show begins. */
  wake(): void {
    if (this.#running || !this.#mayShow) return;
    this.#running = true;
    untilPowerLost(
      this.#run().finally(() => {
        this.#running = false;
        this.#shown = undefined;
      }),
      this.#core.options.onTrouble,
    );
  }

  get #settings() {
    return ads.parse(this.#core.memory.settings.ads ?? {});
  }

  get #items(): readonly ContentItem[] {
    const { content } = this.#core.memory;
    if (!content || content.shown === false) return [];
    return content.items.filter(({ kind, place }) => kind !== 'text' && place === 'idle');
  }

  get #mayShow(): boolean {
    return this.#settings.enabled && this.#items.length > 0;
  }

  async #run(): Promise<void> {
    const { power } = this.#core;
    while (this.#mayShow) {
      if (!this.#isIdle()) {
        await power.wait(lookMs);
        continue;
      }
      const item = this.#takeNext();
      if (item) await this.#play(item);
      else await power.wait(nothingMs);
    }
  }

  /** Nobody has used it for as long as the settings say. */
  #isIdle(): boolean {
    const nowMs = this.#core.now().getTime();
    if (this.#core.machine.busy) {
      this.#idleSinceMs = undefined;
      return false;
    }
    this.#idleSinceMs ??= nowMs;
    return nowMs - this.#idleSinceMs >= this.#settings.waitS * 1000;
  }

  #takeNext(): ContentItem | undefined {
    const items = this.#items;
    const nowMs = this.#core.now().getTime();
    const utcOffsetMin = this.#core.memory.content?.utcOffsetMin ?? 0;
    for (let step = 0; step < items.length; step++) {
      const place = (this.#next + step) % items.length;
      const item = items[place];
      if (!item || !isShownAt(item, nowMs, utcOffsetMin)) continue;
      this.#next = place + 1;
      return item;
    }
    return undefined;
  }

  async #play(item: ContentItem): Promise<void> {
    const { power, telemetry } = this.#core;
    const beganMs = this.#core.now().getTime();
    const lengthMs = Math.max(1, item.seconds ?? 10) * 1000;
    const version = this.#core.memory.contentVersion;
    this.#shown = { item, sinceMs: beganMs };
    for (let leftMs = lengthMs; leftMs > 0; leftMs -= lookMs) {
      await power.wait(Math.min(lookMs, leftMs));
      const changed = this.#core.memory.contentVersion !== version || !this.#mayShow;
      if (changed || this.#core.machine.busy) {
        this.#shown = undefined;
        return;
      }
    }
    this.#shown = undefined;
    telemetry.addPlayed(playByHours(item.id, beganMs, beganMs + lengthMs));
  }
}
