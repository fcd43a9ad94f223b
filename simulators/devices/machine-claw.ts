import { force, motion, play } from '#kit/protocol/types/claw.ts';
import type { Outcome } from './journal-entry.ts';
import { done, type Parameters, type Run } from './machine.ts';
import { CoinGame } from './machine-coin-game.ts';

/** Without any help from the grip somebody still gets lucky now and then. */
const luckyWin = 0.004;
/** A prize held with full force is dropped on the way all the same, sometimes. */
const dropsStrongGrip = 0.04;
/** the cabinet's floor, there and back */
const travelMm = 900;
const fullSpeedMmPerS = 300;
/** plays without any prize passing after which the sensor itself is doubted */
const silentSensorPlays = 400;

export class Claw extends CoinGame {
  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'resetRate') this.#forgetPlays();
    if (command === 'testClaw') await this.#moveClaw();
    if (command === 'freePlay') {
      for (let plays = Number(parameters.plays); plays > 0; plays--) {
        this.parts.telemetry.count('freePlays');
        await this.play();
      }
    }
    return done(run);
  }

  protected override coinsTaken(coins: number): void {
    const { coinsForBonus, bonusPlays } = this.group('play', play);
    if (coinsForBonus === 0 || bonusPlays === 0) return;
    const run = this.inner('coinsInRow') + coins;
    const bonuses = Math.floor(run / coinsForBonus);
    this.setInner('coinsInRow', run % coinsForBonus);
    this.setInner('credit', this.inner('credit') + bonuses * bonusPlays * this.consume.coinsPerPlay);
  }

  protected override async play(): Promise<void> {
    const { telemetry, random } = this.parts;
    telemetry.count('plays');
    telemetry.log({ kind: 'play' });
    const { gameTimeS } = this.group('play', play);
    const aimMs = random.int(Math.ceil(gameTimeS / 3), gameTimeS) * 1000;
    this.show('aim', aimMs);
    await this.untilPressed(aimMs);
    const wins = this.#gripHolds();
    await this.#moveClaw(wins);
    this.setInner('playsSinceWin', wins ? 0 : this.inner('playsSinceWin') + 1);
    this.end(wins ? 'won' : 'lost', wins ? 1 : 0);
    if (wins) this.#giveAway();
    else if (this.inner('playsSinceWin') > silentSensorPlays) this.break('prizeSensorSilent');
  }

  #giveAway(): void {
    const { telemetry, random, wear } = this.parts;
    if (this.group('force', force).resetRateAfterWin) this.setInner('playsInRound', 0);
    if (random.chance(wear.unseenPerPiece)) return;
    telemetry.count('prizesOut');
    telemetry.log({ kind: 'win', amount: 1 });
    // a prize that hangs in the chute darkens the sensor until somebody takes it out
    if (random.chance(wear.jamPerPiece)) this.break('prizeSensorBlocked');
  }

  /** Whether the controller lets the grip hold this time, by payout mode and guarantee, and whether it then does. */
  #gripHolds(): boolean {
    if (this.isFated('win')) return true;
    if (this.isFated('lose')) return false;
    const { random } = this.parts;
    const { payoutMode, payoutRate, guaranteeAfterPlays } = this.group('force', force);
    if (payoutMode === 'none') return random.chance(luckyWin);
    const round = this.inner('playsInRound') + 1;
    this.setInner('playsInRound', round);
    const guaranteed = guaranteeAfterPlays > 0 && this.inner('playsSinceWin') >= guaranteeAfterPlays;
    const due =
      payoutMode === 'random'
        ? random.chance(payoutRate / 10_000)
        : payoutRate > 0 && round % Math.max(1, Math.round(10_000 / payoutRate)) === 0;
    return (guaranteed || due) && !random.chance(dropsStrongGrip);
  }

  #forgetPlays(): void {
    this.setInner('playsSinceWin', 0);
    this.setInner('playsInRound', 0);
  }

  /** Down, grip, up, home, release: as long as the settings make it. */
  async #moveClaw(holding = false): Promise<void> {
    const { lineLengthMm, liftSpeed, forwardSpeed, sideSpeed, ...delays } = this.group('motion', motion);
    const { gripMs, releaseMs } = this.group('force', force);
    const msFor = (mm: number, speedPercent: number) =>
      (mm / ((fullSpeedMmPerS * speedPercent) / 100)) * 1000;
    const lineMs = msFor(lineLengthMm, liftSpeed);
    const { lowerDelayMs, gripDelayMs, liftDelayMs, dropDelayMs, swingProtection, swingSettleMs } = delays;
    await this.move('lower', lowerDelayMs + (swingProtection ? swingSettleMs : 0) + lineMs);
    await this.move('grip', gripDelayMs + gripMs);
    await this.move('lift', liftDelayMs + lineMs, { holding });
    await this.move('home', msFor(travelMm, Math.min(forwardSpeed, sideSpeed)), { holding });
    await this.move('release', dropDelayMs + releaseMs);
  }
}
