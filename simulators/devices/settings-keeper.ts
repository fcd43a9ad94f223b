import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { parseSettings, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceCore } from './device-core.ts';
import { factorySettings } from './memory.ts';

type Refusal = NonNullable<UpMessage<'settings'>['reason']>;

/** Takes whole documents from the server, and tells when somebody turned a knob at the machine itself. */
export class SettingsKeeper {
  readonly #core: DeviceCore;

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  async receive(payload: string): Promise<void> {
    const message = this.#core.open('settings', payload);
    if (!message) {
      this.#core.refused('settings: signature');
      return this.#answer({ state: 'refused', reason: 'signature' });
    }
    if (this.#core.isExpired(message.expiresAt)) return this.#refuse(message.version, 'expired');
    if (!message.settings) return this.#report();
    const parsed = parseSettings(this.#core.identity.type, message.settings);
    if ('problems' in parsed) return this.#refuse(message.version, 'invalid', parsed.problems[0]?.path);
    if (message.version <= this.#core.memory.settingsVersion)
      return this.#repeatOrOld(message, parsed.settings);
    await this.#replace(parsed.settings, message.version);
    await this.#answer({ state: 'applied' });
  }

  /** Somebody turned a knob at the machine: the version stays, the hash tells. */
  async touch(change: SettingsDocument): Promise<void> {
    const { memory, identity, telemetry } = this.#core;
    const merged = { ...memory.settings };
    for (const [group, values] of Object.entries(change)) merged[group] = { ...merged[group], ...values };
    const parsed = parseSettings(identity.type, merged);
    if ('problems' in parsed) throw new Error(`the panel does not offer ${parsed.problems[0]?.path}`);
    await this.#replace(parsed.settings, memory.settingsVersion);
    telemetry.log({ kind: 'settingsTouched', detail: Object.keys(change).join(' ') });
    await this.#report();
  }

  async restoreFactory(): Promise<void> {
    await this.#replace(
      factorySettings(this.#core.identity.type).settings,
      this.#core.memory.settingsVersion,
    );
    await this.#report();
  }

  /** On storage before anybody is told. */
  async #replace(settings: SettingsDocument, version: number): Promise<void> {
    const { memory, machine, screen } = this.#core;
    Object.assign(memory, { settings, settingsHash: settingsHash(settings), settingsVersion: version });
    machine.settingsChanged();
    screen.wake();
    await this.#core.save();
  }

  /** The answer to the same message may have been lost; an older one must not come back. */
  #repeatOrOld({ version }: DownMessage<'settings'>, settings: SettingsDocument): Promise<void> {
    const { settingsVersion, settingsHash: current } = this.#core.memory;
    const same = version === settingsVersion && settingsHash(settings) === current;
    return same ? this.#answer({ state: 'applied' }) : this.#refuse(version, 'old');
  }

  #refuse(version: number, reason: Refusal, path?: string): Promise<void> {
    return this.#answer({ state: 'refused', reason, version, ...(path && { path: path.slice(0, 120) }) });
  }

  #report(): Promise<void> {
    return this.#answer({ state: 'report', settings: this.#core.memory.settings });
  }

  /** version: with refused, the one that was refused */
  #answer(answer: Pick<UpMessage<'settings'>, 'state'> & Partial<UpMessage<'settings'>>): Promise<void> {
    const { settingsVersion, settingsHash: hash } = this.#core.memory;
    return this.#core.send('settings', { version: settingsVersion, hash, ...answer });
  }
}
