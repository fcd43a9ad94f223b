import { prizeLanes } from '#kit/protocol/types/groups.ts';
import { needleGame } from '#kit/protocol/types/lipstick.ts';
import type { Outcome } from './journal-entry.ts';
import type { LaneSettings } from './lane-rack.ts';
import { done, failed, type Parameters, type Run } from './machine.ts';
import { LaneMachine } from './machine-lanes.ts';

type Stage = { needles: number; speed: number; timeS: number };

/** The needle game: throw all needles of a stage between those that stick already, faster from stage to stage. */
export class Lipstick extends LaneMachine {
  protected override laneSettings(): readonly (LaneSettings & { winRate: number })[] {
    return this.group('prizeLanes', prizeLanes).lanes;
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'testLane') return this.testLane(parameters, run);
    if (command === 'openDoor') return this.openDoor(run);
    if (command === 'trialGame') {
      await this.#trial(parameters.stages as Stage[]);
      return done(run);
    }
    return this.#game(Number(parameters.lane), run);
  }

  override feed(): Promise<void> {
    return this.visit();
  }

  /** Somebody tries it for nothing, if the machine lets them. */
  override async visit(): Promise<void> {
    const { trial, trialPerPlayer, stages } = this.group('needleGame', needleGame);
    if (!trial || trialPerPlayer === 0 || this.stopped || this.busy) return;
    await this.occupied(() => this.#trial(stages.slice(0, 1)));
  }

  async #trial(stages: readonly Stage[]): Promise<void> {
    this.parts.telemetry.count('trials');
    await this.#throwNeedles(stages, 0.5);
  }

  async #game(lane: number, run: Run): Promise<Outcome> {
    const { telemetry } = this.parts;
    const settings = this.laneSettings().find((entry) => entry.lane === lane);
    if (!settings?.open) return failed('badParameters', run, 0);
    if (this.rack.stockOf(lane) === 0) return failed('empty', run, 0);
    const { stages, pricePerPlay, guaranteeAfterPlays } = this.group('needleGame', needleGame);
    telemetry.count('plays');
    telemetry.count('salesFen', pricePerPlay);
    telemetry.log({ kind: 'play', lane, commandId: run.id });
    const guaranteed = guaranteeAfterPlays > 0 && this.inner('playsSinceWin') >= guaranteeAfterPlays;
    const chance = this.isFated('win') ? 1 : this.isFated('lose') ? 0 : settings.winRate / 10_000;
    const won = await this.#throwNeedles(stages, guaranteed ? 1 : chance);
    if (!won) this.end('lost', 0, lane);
    this.setInner('playsSinceWin', won ? 0 : this.inner('playsSinceWin') + 1);
    return won ? this.#handOut(lane, run) : done(run, 0);
  }

  async #handOut(lane: number, run: Run): Promise<Outcome> {
    const { telemetry } = this.parts;
    const drop = await this.turn(lane);
    if (drop !== 'dropped') return failed(drop === 'jam' ? 'jam' : 'timeout', run, 0);
    telemetry.count('prizesOut');
    telemetry.log({ kind: 'win', lane, amount: 1, commandId: run.id });
    await run.progress(1);
    return done(run, 1);
  }

  /** Each stage is won with the same chance, so that all together come to `winChance`. */
  async #throwNeedles(stages: readonly Stage[], winChance: number): Promise<boolean> {
    const { telemetry, random } = this.parts;
    const stageChance = winChance ** (1 / stages.length);
    for (const { needles, timeS } of stages) {
      const won = random.chance(stageChance);
      const thrown = won ? needles : random.int(1, needles);
      await this.move('needles', Math.min(timeS, thrown * 2) * 1000, { count: thrown });
      if (!won) return false;
      telemetry.count('stagesWon');
    }
    return true;
  }
}
