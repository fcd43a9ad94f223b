import { lanes, noteSwitch, notes } from '#kit/protocol/types/groups.ts';
import { cabinet } from '#kit/protocol/types/vending.ts';
import type { Outcome } from './journal-entry.ts';
import type { LaneSettings } from './lane-rack.ts';
import { done, failed, type Parameters, type Run } from './machine.ts';
import { LaneMachine } from './machine-lanes.ts';
import { acceptedNote, noteFromPocket, worksAt } from './note-acceptor.ts';

const readNoteMs = 1000;
const chooseMs = 7000;
const shownNoteYuan = 20;

export class Vending extends LaneMachine {
  protected override laneSettings(): readonly LaneSettings[] {
    return this.group('lanes', lanes).lanes;
  }

  protected override get dropWaitMs(): number {
    return this.group('cabinet', cabinet).dropWaitMs;
  }

  override refuses(command: string, parameters: Parameters) {
    // stock is told to the machine while its door stands open
    return command === 'setLaneStock' || command === 'openDoor'
      ? undefined
      : super.refuses(command, parameters);
  }

  override mend(code: string): void {
    super.mend(code);
    if (code === 'laneJam') this.setInner('jammedLane', 0);
    if (code === 'noteBoxFull') this.setInner('boxYuan', 0);
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'vend') return this.#vend(parameters, run);
    if (command === 'testLane') return this.testLane(parameters, run);
    if (command === 'openDoor') return this.openDoor(run);
    this.rack.setStock(parameters.lanes as { lane: number; stock: number }[]);
    return done(run);
  }

  /** Somebody buys with a note. */
  override async visit(): Promise<void> {
    await this.#buyWith(noteFromPocket(this.parts.random), chooseMs);
  }

  override async feed(): Promise<void> {
    await this.#buyWith(shownNoteYuan, 0);
  }

  async #buyWith(yuan: number, thinkMs: number): Promise<void> {
    const { telemetry, random, now } = this.parts;
    if (this.stopped || this.busy || !worksAt(this.group('noteSwitch', noteSwitch), now())) return;
    const settings = this.group('notes', notes);
    const affordable = this.rack.stocked().filter(({ priceFen }) => priceFen <= yuan * 100);
    if (!acceptedNote(settings, yuan) || this.hasFault('noteBoxFull') || affordable.length === 0) return;
    await this.occupied(async () => {
      await this.move('readNote', thinkMs + readNoteMs);
      const { lane, priceFen } = random.pick(affordable);
      telemetry.log({ kind: 'note', amount: yuan });
      if (!(await this.#sell(lane))) return;
      telemetry.count('cashFen', priceFen);
      this.setInner('boxYuan', this.inner('boxYuan') + yuan);
      if (this.inner('boxYuan') >= settings.boxAlarmYuan) this.break('noteBoxFull');
    });
  }

  async #vend(parameters: Parameters, run: Run): Promise<Outcome> {
    const lane = Number(parameters.lane);
    if (!this.#usable(lane)) return failed(this.rack.settingsOf(lane) ? 'jam' : 'badParameters', run, 0);
    const asked = run.asked ?? 1;
    for (let counted = 0; counted < asked; ) {
      if (this.rack.stockOf(lane) === 0) return failed('empty', run, counted);
      if (!(await this.#sell(lane, run.id)))
        return failed(this.hasFault('laneJam') ? 'jam' : 'timeout', run, counted);
      await run.progress(++counted);
    }
    return done(run, asked);
  }

  #usable(lane: number): boolean {
    return (this.rack.settingsOf(lane)?.open ?? false) && this.inner('jammedLane') !== lane;
  }

  /** True when the product was seen to fall. */
  async #sell(lane: number, commandId?: string): Promise<boolean> {
    const { telemetry } = this.parts;
    const drop = await this.turn(lane);
    if (drop === 'jam') {
      telemetry.count('jams');
      if (this.group('lanes', lanes).stopLaneOnJam) this.setInner('jammedLane', lane);
    }
    if (drop !== 'dropped') return false;
    telemetry.count('sold');
    telemetry.count('salesFen', this.rack.settingsOf(lane)?.priceFen ?? 0);
    telemetry.log({ kind: 'vend', lane, amount: 1, ...(commandId && { commandId }) });
    return true;
  }
}
