import { tickets } from '#kit/protocol/types/small-machines.ts';
import type { Outcome } from './journal-entry.ts';
import { type Contents, done, failed, type Parameters, type Run } from './machine.ts';
import { CoinGame } from './machine-coin-game.ts';

const playMs = 12_000;
const ticketMs = 180;

/** A game that pays in tickets. */
export class Lottery extends CoinGame {
  override load(): void {
    if (this.parts.memory.inner.tickets === undefined) this.refill();
  }

  override refill(): void {
    this.setInner('tickets', this.#settings.stock);
    this.setInner('stockSet', this.#settings.stock);
    this.mend('ticketsOut');
  }

  override empty(): void {
    this.setInner('tickets', 0);
    this.break('ticketsOut');
  }

  override mend(code: string): void {
    super.mend(code);
    if (code === 'ticketsOut' && this.inner('tickets') === 0) this.refill();
  }

  /** A person who writes a new number of tickets into the settings has just put them in. */
  override settingsChanged(): void {
    if (this.#settings.stock !== this.inner('stockSet')) this.refill();
  }

  override get contents(): Contents {
    return { pieces: this.inner('tickets'), lanes: [] };
  }

  override get low(): boolean {
    return this.inner('tickets') < this.#settings.lowAt;
  }

  protected override async run(_command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    const asked = Number(parameters.amount);
    const counted = await this.#giveTickets(asked, (given) => run.progress(given));
    if (counted === asked) return done(run, counted);
    return failed(this.hasFault('ticketJam') ? 'jam' : 'empty', run, counted);
  }

  protected override async play(): Promise<void> {
    const { telemetry, random } = this.parts;
    telemetry.count('plays');
    telemetry.log({ kind: 'play' });
    this.show('spin', playMs);
    await this.untilPressed(playMs);
    const { ticketsPerPlay, bonusTickets, bonusRate } = this.#settings;
    const isLucky = this.isFated('win') || (!this.isFated('lose') && random.chance(bonusRate / 10_000));
    await this.#giveTickets(ticketsPerPlay + (isLucky ? bonusTickets : 0), async () => {});
  }

  async #giveTickets(asked: number, onTicket: (given: number) => Promise<void>): Promise<number> {
    const { telemetry, wear } = this.parts;
    const { mode, stopWhenOut } = this.#settings;
    let given = 0;
    while (given < asked) {
      if (mode === 'paper') {
        await this.move('ticket', ticketMs, { count: given });
        if (this.inner('tickets') <= 0) {
          if (stopWhenOut) this.break('ticketsOut');
          break;
        }
        if (this.jams(wear.jamPerPiece / 4)) {
          this.break('ticketJam');
          break;
        }
        this.setInner('tickets', this.inner('tickets') - 1);
      }
      given++;
      telemetry.count('ticketsOut');
      await onTicket(given);
    }
    this.end(given < asked ? 'stuck' : 'given', given);
    if (given > 0) telemetry.log({ kind: 'ticket', amount: given });
    return given;
  }

  get #settings() {
    return this.group('tickets', tickets);
  }
}
