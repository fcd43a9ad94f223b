import { limits } from '#kit/protocol/limits.ts';
import { counter } from '#kit/protocol/types/small-machines.ts';
import type { Outcome } from './journal-entry.ts';
import { done, failed, Machine, type Parameters, type Run } from './machine.ts';

type Pieces = 'coins' | 'tickets';

const pieceMs = 90;
const handful = 10;
const lookMs = 250;

/** Counts what people pour in. */
export class Deposit extends Machine {
  #stopAsked = false;
  /** on the way into it, where somebody pours by hand */
  #poured = 0;

  override refuses(command: string, parameters: Parameters) {
    if (command === 'stopCounting') return undefined;
    if (command === 'startCounting' && !this.#takes(parameters.kind as Pieces)) return 'badParameters';
    return super.refuses(command, parameters);
  }

  override async execute(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command !== 'stopCounting') return super.execute(command, parameters, run);
    this.#stopAsked = true;
    return done(run);
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'awaitPress') return this.#countPresses(run);
    const counted = await this.#count(parameters.kind as Pieces, (pieces) => run.progress(pieces), run.id);
    return this.stopped ? failed('jam', run, counted) : done(run, counted);
  }

  /** How often somebody presses the button, one press close after the other; what was asked for is not its business. */
  async #countPresses(run: Run): Promise<Outcome> {
    let presses = 0;
    for (let waitMs: number = limits.pressWaitMs; ; waitMs = limits.pressPauseMs) {
      this.show('await', waitMs, { count: presses });
      if (!(await this.untilPressed(waitMs))) break;
      presses++;
    }
    return presses > 0 ? done(run, presses) : failed('timeout', run, 0);
  }

  /** Somebody presses start at the machine itself. */
  override async visit(): Promise<void> {
    const kind = this.parts.random.chance(0.6) ? 'coins' : 'tickets';
    await this.#countByHand(kind);
  }

  /** A handful more; where nobody let it count, it begins by itself. */
  override async feed(): Promise<void> {
    this.#poured += handful;
    await this.#countByHand('coins');
  }

  async #countByHand(kind: Pieces): Promise<void> {
    if (this.busy || this.stopped || !this.#takes(kind)) return;
    await this.occupied(() => this.#count(kind, async () => {}));
  }

  async #count(
    kind: Pieces,
    onPiece: (counted: number) => Promise<void>,
    commandId?: string,
  ): Promise<number> {
    const { telemetry, random, wear } = this.parts;
    const { maxPerDeposit } = this.#settings;
    this.#stopAsked = false;
    // the person before it pours; otherwise somebody of the simulation has brought a bag
    const brought = random.int(20, 400);
    if (!this.keptFree) this.#poured = brought;
    let counted = 0;
    while (counted < maxPerDeposit && (await this.#hasMore(counted))) {
      await this.move('count', pieceMs, { count: counted });
      if (this.jams(wear.jamPerPiece / 10)) {
        this.break(kind === 'coins' ? 'coinJam' : 'ticketJam');
        break;
      }
      this.#poured--;
      counted++;
      telemetry.count(kind === 'coins' ? 'coinsIn' : 'ticketsIn');
      await onPiece(counted);
    }
    this.#poured = 0;
    this.end(this.stopped ? 'stuck' : 'counted', counted);
    telemetry.count('deposits');
    telemetry.log({
      kind: kind === 'coins' ? 'coin' : 'ticket',
      amount: counted,
      ...(commandId && { commandId }),
    });
    return counted;
  }

  /** Waits for the next piece; the count ends when nothing has come for a while, or somebody says so. */
  async #hasMore(counted: number): Promise<boolean> {
    const patienceMs = this.#settings.idleEndS * 1000;
    for (let waitedMs = 0; this.#poured <= 0; waitedMs += lookMs) {
      if (this.#stopAsked || waitedMs >= patienceMs) return false;
      await this.move('count', lookMs, { count: counted });
    }
    return !this.#stopAsked;
  }

  #takes(kind: Pieces): boolean {
    return kind === 'coins' ? this.#settings.takesCoins : this.#settings.takesTickets;
  }

  get #settings() {
    return this.group('counter', counter);
  }
}
