import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { isMakers } from '#kit/protocol/signing.ts';
import type { DeviceCore } from './device-core.ts';
import { download } from './download.ts';
import { untilPowerLost } from './power.ts';

const file = 'firmware';
const idlePollMs = 5000;
/** New firmware that has not reached the server by then gives way to the old one. */
const trialMs = 120_000;
const trialBoots = 3;

/** Over the air: fetch, check, install when nobody plays, keep only what still reaches the server. */
export class FirmwareUpdater {
  readonly #core: DeviceCore;
  #working = false;

  constructor(core: DeviceCore) {
    this.#core = core;
  }

  async receive(payload: string): Promise<void> {
    const { memory } = this.#core;
    const order = this.#core.open('firmware', payload);
    if (!order) return this.#core.refused('firmware: signature');
    if (this.#core.isExpired(order.expiresAt))
      return this.#report(order, { state: 'failed', reason: 'expired' });
    const unfit = this.#unfitness(order);
    if (unfit) return this.#report(order, { state: 'failed', reason: unfit });
    if (memory[order.target] === order.version) return this.#report(order, { state: 'installed' });
    if (memory.update?.rollout !== order.rollout) await this.#core.storage.removeFile(file);
    memory.update = order;
    await this.#core.save();
    this.#work();
  }

  /** Why this order is not for this board, no matter who signed it on the way; checked before a byte is fetched. */
  #unfitness(order: DownMessage<'firmware'>): 'model' | 'maker' | undefined {
    const { identity, options } = this.#core;
    if (order.model && order.model !== identity.model) return 'model';
    if (order.hardware && !order.hardware.includes(options.hardware ?? '')) return 'model';
    const statement = { ...order, type: identity.type };
    if (options.makerKey && !isMakers(options.makerKey, statement, order.makerSignature)) return 'maker';
    return undefined;
  }

  /** Called at every start, before the network. False: this firmware hangs here, and the watchdog will act. */
  boot(): boolean {
    const { memory, power, options } = this.#core;
    const { trial } = memory;
    if (trial && ++trial.boots > trialBoots) this.#rollBack();
    else if (trial) {
      power.after(trialMs, () => {
        if (memory.trial !== trial) return;
        this.#rollBack();
        untilPowerLost(
          this.#core.save().then(() => this.#core.restart('update')),
          options.onTrouble,
        );
      });
    }
    this.#work();
    return options.firmwareBoots(memory.firmware);
  }

  /** The server has answered: new firmware works. */
  async confirm(): Promise<void> {
    const { memory } = this.#core;
    const { trial, verdict } = memory;
    if (trial) {
      memory.trial = undefined;
      await this.#core.save();
      await this.#report(trial, { state: 'installed' });
    }
    if (verdict) {
      await this.#core.send('firmware', verdict);
      memory.verdict = undefined;
      await this.#core.save();
    }
  }

  #rollBack(): void {
    const { memory } = this.#core;
    const { trial } = memory;
    if (!trial) return;
    memory[trial.target] = trial.previous;
    memory.trial = undefined;
    memory.verdict = { rollout: trial.rollout, version: trial.version, state: 'rolledBack', reason: 'boot' };
  }

  #work(): void {
    if (this.#working || !this.#core.memory.update) return;
    this.#working = true;
    const work = async () => {
      for (let order = this.#core.memory.update; order; order = this.#core.memory.update)
        await this.#update(order);
      this.#working = false;
    };
    untilPowerLost(work(), this.#core.options.onTrouble);
  }

  async #update(order: DownMessage<'firmware'>): Promise<void> {
    const { memory, machine, power, storage } = this.#core;
    const waitMs = Date.parse(order.notBefore ?? order.expiresAt) - this.#core.now().getTime();
    if (order.notBefore && waitMs > 0) await power.wait(waitMs);
    const fetched = await this.#fetch(order);
    if (memory.update !== order) return;
    if (fetched !== 'ok') return this.#giveUp(order, fetched);
    await this.#report(order, { state: 'verified' });
    while (machine.busy) {
      if (this.#core.isExpired(order.expiresAt)) return this.#giveUp(order, 'busy');
      await power.wait(idlePollMs);
    }
    if (memory.update !== order) return;
    const { rollout, target, version } = order;
    memory.trial = { rollout, target, version, previous: memory[target] ?? version, boots: 0 };
    memory[target] = version;
    memory.update = undefined;
    await storage.removeFile(file);
    await this.#core.save();
    this.#core.restart('update');
  }

  async #fetch(order: DownMessage<'firmware'>) {
    let toldPercent = -10;
    return download(this.#core, file, order, async (percent) => {
      if (percent < toldPercent + 10) return;
      toldPercent = percent;
      await this.#report(order, { state: 'downloading', percent });
    });
  }

  async #giveUp(
    order: DownMessage<'firmware'>,
    reason: NonNullable<UpMessage<'firmware'>['reason']>,
  ): Promise<void> {
    this.#core.memory.update = undefined;
    await this.#core.save();
    await this.#report(order, { state: 'failed', reason });
  }

  #report(
    { rollout, version }: { rollout: string; version: string },
    report: Omit<UpMessage<'firmware'>, 'rollout' | 'version'>,
  ): Promise<void> {
    return this.#core.send('firmware', { rollout, version, ...report });
  }
}
