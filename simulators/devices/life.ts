import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { FaultCode } from '#kit/protocol/faults.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { DeviceClient } from './client.ts';
import { untilPowerLost } from './power.ts';
import type { Profile } from './profiles.ts';
import type { Random } from './random.ts';
import type { Timers } from './timers.ts';

/** China has one time zone and no summer time. */
const chinaOffsetMs = 8 * hourMs;
const lookAgainMs = 5 * minuteMs;
const plugBackMs = [5_000, 60_000] as const;
/** These follow from what the machine counts, or from a door; they do not break by themselves. */
const derived: readonly FaultCode[] = ['hopperEmpty', 'hopperLow', 'ticketsOut', 'doorOpen', 'noteBoxFull'];

export interface LifeParts {
  client: DeviceClient;
  type: DeviceType;
  profile: Profile;
  random: Random;
  timers: Timers;
  /** how many times faster than real time the days go by */
  speed: number;
  onTrouble(error: unknown): void;
}

/** What happens around one machine: people come, things break, staff mend and refill, cleaners pull plugs. */
export class Life {
  readonly #parts: LifeParts;
  readonly #startMs: number;
  readonly #cancels = new Map<string, () => void>();
  #keptFreeUntilMs = 0;
  visits = 0;

  constructor(parts: LifeParts) {
    this.#parts = parts;
    this.#startMs = parts.timers.now().getTime();
  }

  begin(): void {
    const { profile, random } = this.#parts;
    // one source of chance each, so that a visit more or less does not move the next fault
    this.#visitLater(random.fork('visits'));
    this.#often('fault', dayMs / profile.faultsPerDay, random.fork('faults'), (chance) =>
      this.#breakSomething(chance),
    );
    this.#often('power', dayMs / profile.powerCutsPerDay, random.fork('power'), (chance) =>
      this.#cutPower(chance),
    );
    this.#often('staff', profile.staffAfterMin * minuteMs, random.fork('staff'), () => this.#sendStaff());
  }

  /** Somebody stands before the machine: for so long nobody else comes, and nothing happens by itself. */
  keepFree(ms: number): void {
    this.#keptFreeUntilMs = this.#parts.timers.now().getTime() + ms;
  }

  get keptFree(): boolean {
    return this.#parts.timers.now().getTime() < this.#keptFreeUntilMs;
  }

  end(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }

  #visitLater(random: Random): void {
    const perHour = this.#visitsPerHour();
    const wait = perHour > 0 ? Math.min(random.exponential(hourMs / perHour), hourMs) : lookAgainMs;
    this.#after('visit', wait, () => {
      const { client, onTrouble } = this.#parts;
      if (perHour > 0 && client.machine && !this.keptFree) {
        this.visits++;
        untilPowerLost(client.machine.visit(), onTrouble);
      }
      this.#visitLater(random);
    });
  }

  #visitsPerHour(): number {
    const { profile, type, timers, speed } = this.#parts;
    const passedMs = (timers.now().getTime() - this.#startMs) * speed;
    const hour = Math.floor((this.#startMs + passedMs + chinaOffsetMs) / hourMs) % 24;
    return (profile.visitsPerHour[hour] ?? 0) * (profile.popularity[type] ?? 1);
  }

  #breakSomething(random: Random): void {
    const candidates = definitionOf(this.#parts.type).faults.filter((code) => !derived.includes(code));
    this.#parts.client.machine?.break(random.pick(candidates));
  }

  #cutPower(random: Random): void {
    const { client, timers, onTrouble } = this.#parts;
    if (!client.controller) return;
    client.unplug();
    const cancel = timers.after(random.int(...plugBackMs), () => untilPowerLost(client.plug(), onTrouble));
    this.#cancels.set('plug', cancel);
  }

  /** One round: whatever is broken works, whatever is low is full. */
  #sendStaff(): void {
    const { machine, controller } = this.#parts.client;
    if (!machine || !controller) return;
    // where nothing breaks by chance, what is broken was broken on purpose
    if (this.#parts.profile.faultsPerDay > 0)
      for (const code of [...controller.telemetry.faults]) if (code !== 'doorOpen') machine.mend(code);
    if (machine.low) machine.refill();
  }

  /** Again and again at random times; never where the mean is not finite. */
  #often(name: string, meanMs: number, random: Random, task: (random: Random) => void): void {
    if (!Number.isFinite(meanMs)) return;
    this.#after(name, random.exponential(meanMs), () => {
      if (!this.keptFree) task(random);
      this.#often(name, meanMs, random, task);
    });
  }

  #after(name: string, lifeMs: number, task: () => void): void {
    this.#cancels.set(name, this.#parts.timers.after(lifeMs / this.#parts.speed, task));
  }
}
