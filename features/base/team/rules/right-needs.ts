/**
 * What a right is of no use without: to change something one has to see it, and who sells has to find the machine.
 * Within a feature it is the right to see it; the others stand here.
 */
const across: Record<string, readonly string[]> = {
  'accounts.staffEdit': ['accounts.staffView'],
  'accounts.roleEdit': ['accounts.staffView'],
  'accounts.franchiseeEdit': ['accounts.franchiseeView'],
  'accounts.agentEdit': ['accounts.agentView'],
  'alerts.view': ['devices.view'],
  'coins.cashier': ['devices.view'],
  'coins.issue': ['devices.view'],
  'devices.register': ['sites.view'],
  'firmware.devices': ['devices.view'],
  'gifts.load': ['devices.view'],
  'orders.sell': ['devices.view'],
  'pairing.use': ['devices.view'],
  'remotecredit.credit': ['devices.view'],
  'settings.view': ['devices.view'],
  'vending.view': ['devices.view'],
};

const seeing = (right: string) => `${right.split('.')[0]}.view`;

/** All that a right needs, at first, second and further hand, of what there is to give. */
export function needsOf(right: string, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const visit = (one: string) => {
    for (const need of [seeing(one), ...(across[one] ?? [])])
      if (need !== right && known.has(need) && !found.has(need)) {
        found.add(need);
        visit(need);
      }
  };
  visit(right);
  return [...found];
}

export interface Completed {
  rights: string[];
  /** ticked because something else needs them */
  added: string[];
  /** taken away because what they need was taken away */
  dropped: string[];
}

/** After a tick: what is needed is ticked too; after an untick, what needed it goes with it. */
export function completeRights(
  before: readonly string[],
  after: readonly string[],
  known: ReadonlySet<string>,
): Completed {
  const removed = new Set(before.filter((right) => !after.includes(right)));
  const dropped = after.filter((right) => needsOf(right, known).some((need) => removed.has(need)));
  const kept = after.filter((right) => !dropped.includes(right));
  const added = [...new Set(kept.flatMap((right) => needsOf(right, known)))].filter(
    (need) => !kept.includes(need),
  );
  return { rights: [...kept, ...added], added, dropped };
}
