import { counter } from '#kit/protocol/types/small-machines.ts';
import type { Outcome } from './journal.ts';
import { done, failed, Machine, type Parameters, type Run } from './machine.ts';

type Pieces = 'coins' | 'tickets';

const pieceMs = 90;

/** Counts what people pour in. */
export class Deposit extends Machine {
  #stopAsked = false;

  override refuses(command: string, parameters: Parameters) {
    if (command === 'stopCounting') return undefined;
    if (command === 'startCounting' && !this.#takes(parameters.kind as Pieces)) return 'badParameters';
    return super.refuses(command, parameters);
  }

  protected override async run(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'stopCounting') {
      this.#stopAsked = true;
      return done(run);
    }
    const counted = await this.#count(parameters.kind as Pieces, (pieces) => run.progress(pieces), run.id);
    return this.stopped ? failed('jam', run, counted) : done(run, counted);
  }

  /** Somebody presses start at the machine itself. */
  override async visit(): Promise<void> {
    const kind = this.parts.random.chance(0.6) ? 'coins' : 'tickets';
    if (this.busy || this.stopped || !this.#takes(kind)) return;
    await this.occupied(() => this.#count(kind, async () => {}));
  }

  async #count(
    kind: Pieces,
    onPiece: (counted: number) => Promise<void>,
    commandId?: string,
  ): Promise<number> {
    const { telemetry, random, wear } = this.parts;
    const { maxPerDeposit, idleEndS } = this.#settings;
    this.#stopAsked = false;
    const brought = Math.min(maxPerDeposit, random.int(20, 400));
    let counted = 0;
    while (counted < brought && !this.#stopAsked) {
      await this.sleep(pieceMs);
      if (random.chance(wear.jamPerPiece / 10)) {
        this.break(kind === 'coins' ? 'coinJam' : 'ticketJam');
        break;
      }
      counted++;
      telemetry.count(kind === 'coins' ? 'coinsIn' : 'ticketsIn');
      await onPiece(counted);
    }
    // the count ends when nothing has come for a while
    if (counted === brought) await this.sleep(idleEndS * 1000);
    telemetry.count('deposits');
    telemetry.log({
      kind: kind === 'coins' ? 'coin' : 'ticket',
      amount: counted,
      ...(commandId && { commandId }),
    });
    return counted;
  }

  #takes(kind: Pieces): boolean {
    return kind === 'coins' ? this.#settings.takesCoins : this.#settings.takesTickets;
  }

  get #settings() {
    return this.group('counter', counter);
  }
}
