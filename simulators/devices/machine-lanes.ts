import type { FaultCode } from '#kit/protocol/faults.ts';
import type { Outcome } from './journal-entry.ts';
import { type Drop, LaneRack, type LaneSettings, turnMs } from './lane-rack.ts';
import { type Contents, done, failed, Machine, type Parameters, type Run } from './machine.ts';

const usualDropWaitMs = 3000;
const unlockMs = 800;

const dropFaults: Partial<Record<Drop, FaultCode>> = { jam: 'laneJam', unseen: 'dropNotSeen' };

/** A machine with lanes and a door for staff. */
export abstract class LaneMachine extends Machine {
  protected readonly rack = new LaneRack(
    this.parts,
    () => this.laneSettings(),
    () => this.jams(this.parts.wear.jamPerPiece),
  );

  protected abstract laneSettings(): readonly LaneSettings[];

  override load(): void {
    this.rack.loadOnce();
  }

  override refill(): void {
    this.rack.refill();
  }

  override empty(): void {
    this.rack.empty();
  }

  override get contents(): Contents {
    return {
      lanes: this.laneSettings()
        .filter(({ open }) => open)
        .map(({ lane, capacity }) => ({ lane, capacity, stock: this.rack.stockOf(lane) })),
    };
  }

  override get low(): boolean {
    return this.rack.low;
  }

  override settingsChanged(): void {
    this.rack.follow();
  }

  protected get dropWaitMs(): number {
    return usualDropWaitMs;
  }

  /** Turns a lane once and raises the fault that what happened stands for. */
  protected async turn(lane: number): Promise<Drop> {
    this.show('turn', turnMs, { lane });
    const drop = await this.rack.turn(lane, this.dropWaitMs);
    this.end(drop === 'dropped' ? 'given' : 'stuck', 1, lane);
    const fault = dropFaults[drop];
    if (fault) this.break(fault);
    return drop;
  }

  protected async testLane(parameters: Parameters, run: Run): Promise<Outcome> {
    const drop = await this.turn(Number(parameters.lane));
    if (drop === 'dropped') return done(run, 1);
    return failed(drop === 'empty' ? 'empty' : drop === 'jam' ? 'jam' : 'timeout', run, 0);
  }

  protected async openDoor(run: Run): Promise<Outcome> {
    await this.sleep(unlockMs);
    this.background(this.keepDoorOpen());
    return done(run);
  }

  /** Somebody stands in front of the open machine for a while. */
  protected async keepDoorOpen(): Promise<void> {
    const { telemetry, random } = this.parts;
    telemetry.count('doorOpenings');
    telemetry.log({ kind: 'door', detail: 'open' });
    this.break('doorOpen');
    await this.sleep(random.int(20, 120) * 1000);
    telemetry.log({ kind: 'door', detail: 'closed' });
    this.mend('doorOpen');
  }
}
