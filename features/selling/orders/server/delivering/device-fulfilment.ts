import { siteTerms } from '#features/base/sites/server/public.ts';
import {
  type DeviceView,
  findDevice,
  requestCommand,
  requireReachable,
  type SettledCommand,
} from '#features/machines/devices/server/public.ts';
import { AppError, invalid } from '#kit/kernel/errors.ts';
import { faults, isFaultCode } from '#kit/protocol/faults.ts';
import { attempt, type Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { after, fulfilMs, manualMs, unknownMs } from '../../rules/deadlines.ts';
import { faultOf, stepEnd, worthOf } from '../../rules/device-outcome.ts';
import type { DevicePlan, DeviceStep } from '../../rules/device-plan.ts';
import { undeliveredAmount } from '../../rules/refund-amounts.ts';
import { remarkOrder } from '../move-order.ts';
import { paysByPass, paysItself } from '../order-accounts.ts';
import { lockOrder } from '../order-queries.ts';
import { type OrderRow, type OrderView, subjectKind } from '../order-types.ts';
import { type Changes, changeOrder } from '../order-writes.ts';
import { freeMoney } from '../paying/hold-money.ts';
import { refundLocked } from '../refunding/refund-order.ts';
import type { Fulfilment } from '../registry-types.ts';
import { settle } from './settle-order.ts';

export const deviceFulfilment = 'device';

export const planOf = (order: OrderView): DevicePlan => order.fulfilment.plan as unknown as DevicePlan;
const withSteps = (order: OrderView, steps: DeviceStep[]): Changes => ({
  fulfilment: { ...order.fulfilment, plan: { steps } },
});

/** A machine that can take money now. */
export function requireSelling(device: DeviceView): void {
  requireReachable(device);
  const stopping = device.faults.find((code) => isFaultCode(code) && faults[code] === 'stop');
  if (stopping) throw invalid('orders:error.machineFault', { number: device.number });
}

/** Sends the first step that was not sent yet. */
export async function sendNext(
  tx: Tx,
  services: Services,
  order: OrderRow | OrderView,
  known?: DeviceView,
): Promise<OrderRow> {
  const { steps } = planOf(order);
  const index = steps.findIndex((step) => !step.end && !step.commandId && !step.former);
  const step = steps[index];
  if (!step || !order.deviceId) throw new Error(`order ${order.id} has nothing to ask its machine for`);
  const device = known ?? (await findDevice(tx, tenantScope(order.tenantId), order.deviceId));
  requireSelling(device);
  const { id: commandId } = await requestCommand(tx, services, {
    device,
    command: step.command,
    parameters: step.parameters,
    subject: { kind: subjectKind, id: order.id },
    ...(order.userId && order.userName && { user: { id: order.userId, name: order.userName } }),
  });
  return changeOrder(tx, order, {
    ...withSteps(order, steps.with(index, { ...step, commandId })),
    commandId,
    deadlineAt: after(services.clock.now(), fulfilMs),
  });
}

export const byDevice: Fulfilment = {
  // the command is the first thing it writes, and the last
  refusesFirst: true,
  async start(tx, services, order, known) {
    await sendNext(tx, services, order, known.device);
    return 'waiting';
  },
};

/** The machine answered, or its deadline did; in the transaction that stores the answer. */
export async function hearSettled(tx: Tx, services: Services, command: SettledCommand): Promise<void> {
  if (command.subjectKind !== subjectKind || command.subjectId === null) return;
  const order = await lockOrder(tx, command.tenantId, command.subjectId);
  const { steps } = planOf(order);
  const index = steps.findIndex(({ commandId }) => commandId === command.id);
  const step = steps[index];
  if (!step) return;
  const end = stepEnd(step, command);
  const told = { ...step, ...end };
  const data = { asked: step.asked, counted: end.counted, reason: end.reason, outcome: end.end };
  if (order.state !== 'fulfilling' || step.former || (step.end && step.end !== 'unknown'))
    return hearLate(tx, services, order, told, data);
  const changed = changeOrder(tx, order, {
    ...withSteps(order, steps.with(index, told)),
    ...(end.end !== 'unknown' && { counted: (order.counted ?? 0) + end.counted }),
  });
  if (end.end === 'unknown') return awaitTruth(tx, services, changed, end.reason, data);
  // after a silence nobody stands there any more: what was not sent stays unsent
  const goesOn =
    !command.late && planOf(changed).steps.some((next) => !next.end && !next.commandId && !next.former);
  if (goesOn && (await sentNext(tx, services, changed, data))) return;
  await finish(tx, services, changed, data);
}

async function sentNext(
  tx: Tx,
  services: Services,
  order: OrderRow,
  data: Record<string, unknown>,
): Promise<boolean> {
  try {
    const sent = await attempt(tx, (inner) => sendNext(inner, services, order));
    remarkOrder(tx, services, sent, 'step', {}, { data });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The truth came after the money had been given back or somebody had decided: written down, and booked no second time. */
async function hearLate(
  tx: Tx,
  services: Services,
  order: OrderRow,
  step: DeviceStep,
  data: Record<string, unknown>,
): Promise<void> {
  const { steps } = planOf(order);
  const index = steps.findIndex(({ commandId }) => commandId === step.commandId);
  const gaveBack = order.state === 'refunding' || order.state === 'refunded';
  const gave = (step.counted ?? 0) > 0 && (gaveBack || step.former === true);
  remarkOrder(
    tx,
    services,
    order,
    'late',
    {
      ...(index >= 0 && withSteps(order, steps.with(index, step))),
      ...(gave && { fault: 'lateDelivery' as const, faultState: 'unsolved' as const }),
    },
    { data },
  );
}

const isAutomatic = async (tx: Tx, order: OrderRow): Promise<boolean> => {
  if (!order.siteId) return true;
  const terms = await siteTerms(tx, tenantScope(order.tenantId), order.siteId);
  return terms?.refundMode !== 'manual';
};

/** Nobody can tell what moved: the money stays promised until the journal tells or the time is over. */
export async function awaitTruth(
  tx: Tx,
  services: Services,
  order: OrderRow,
  reason: string,
  data: Record<string, unknown>,
): Promise<void> {
  const waitMs = (await isAutomatic(tx, order)) ? unknownMs : manualMs;
  remarkOrder(
    tx,
    services,
    order,
    'fault',
    {
      fault: faultOf(reason),
      faultState: 'unsolved',
      deadlineAt: after(services.clock.now(), waitMs),
    },
    { data },
  );
}

/** Every step has ended, or will not be tried. */
async function finish(
  tx: Tx,
  services: Services,
  order: OrderRow,
  data: Record<string, unknown>,
): Promise<void> {
  const tried = planOf(order).steps.filter((step) => step.end && !step.former);
  const worth = tried.reduce((sum, step) => sum + worthOf(step, order.unit), 0);
  if (worth >= undeliveredAmount(order)) {
    await settle(tx, services, order, undeliveredAmount(order), solved(order), { data });
    return;
  }
  const failure = tried.find((step) => (step.counted ?? 0) < step.asked);
  const fault = worth > 0 && !failure?.reason ? 'partial' : faultOf(failure?.reason ?? '');
  const left =
    worth > 0 ? await settle(tx, services, order, worth, {}, { data }) : await freeMoney(tx, services, order);
  // what never reached the machine leaves nothing for staff to judge
  const untried = worth === 0 && tried.every((step) => step.end === 'expired');
  const automatic = untried || paysItself(order) || paysByPass(order) || (await isAutomatic(tx, order));
  if (automatic) {
    const noted = changeOrder(tx, left, { fault, faultState: 'resolved' });
    await refundLocked(tx, services, noted, {
      amount: undeliveredAmount(noted),
      reason: worth > 0 ? 'orders:reason.partly' : 'orders:reason.failed',
      automatic: true,
      data,
    });
    return;
  }
  remarkOrder(
    tx,
    services,
    left,
    'fault',
    { fault, faultState: 'unsolved', deadlineAt: after(services.clock.now(), manualMs) },
    { data },
  );
}

/** A fault that the machine itself cleared up. */
const solved = (order: OrderRow): Changes =>
  order.faultState === 'unsolved' ? { faultState: 'resolved' } : {};
