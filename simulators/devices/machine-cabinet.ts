import { prizeLanes } from '#kit/protocol/types/groups.ts';
import { cells } from '#kit/protocol/types/small-machines.ts';
import type { Outcome } from './journal-entry.ts';
import type { LaneSettings } from './lane-rack.ts';
import { done, failed, type Parameters, type Run } from './machine.ts';
import { LaneMachine } from './machine-lanes.ts';

/** Glass doors with a prize behind each. */
export class Cabinet extends LaneMachine {
  protected override laneSettings(): readonly LaneSettings[] {
    return this.group('prizeLanes', prizeLanes).lanes;
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'openDoor') return this.openDoor(run);
    return this.#openCell(Number(parameters.lane), command === 'openCell', run);
  }

  /** Nobody can do anything here without the server; now and then staff look after it. */
  override async visit(): Promise<void> {
    if (!this.busy && !this.stopped && this.parts.random.chance(0.1)) await this.keepDoorOpen();
  }

  async #openCell(lane: number, toCustomer: boolean, run: Run): Promise<Outcome> {
    const { telemetry, random, wear } = this.parts;
    const settings = this.rack.settingsOf(lane);
    if (!settings?.open) return failed('badParameters', run, 0);
    if (toCustomer && this.rack.stockOf(lane) === 0) return failed('empty', run, 0);
    if (this.jams(wear.jamPerPiece)) {
      this.break('lockStuck');
      this.end('stuck', 1, lane);
      return failed('jam', run, 0);
    }
    telemetry.count('doorOpenings');
    telemetry.log({ kind: 'door', lane, detail: 'open', commandId: run.id });
    await this.move('open', random.int(2, this.group('cells', cells).unlockS) * 1000, { lane });
    if (!toCustomer) return done(run);
    this.rack.setStock([{ lane, stock: this.rack.stockOf(lane) - 1 }]);
    this.end('given', 1, lane);
    telemetry.count('plays');
    telemetry.count('prizesOut');
    telemetry.count('salesFen', settings.priceFen);
    telemetry.log({ kind: 'win', lane, amount: 1, commandId: run.id });
    await run.progress(1);
    return done(run, 1);
  }
}
