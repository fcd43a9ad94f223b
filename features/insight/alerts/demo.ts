import { type DeviceView, listDemoFleet } from '#features/machines/devices/server/public.ts';
import { machineOff } from '#kit/kernel/demo-days.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { type AlertKind, type AlertSeverity, kindDefinitions } from './contract/kinds.ts';
import { usualRule } from './rules/rule-book-rules.ts';
import { type AlertData, alertRules, alerts } from './tables.ts';

const scope = tenantScope(demoTenants.merchant);
const manager = { id: demoId('user:manager'), name: '孙志强' };

interface PastAlert {
  kind: AlertKind;
  type: DeviceType;
  subject?: string;
  severity?: AlertSeverity;
  data?: AlertData;
  hoursAgo: number;
  lastedMinutes: number;
  /** what the manager wrote when it was ended by hand; otherwise it ended by itself */
  mended?: string;
  /** the very machine, where it is not any of its type */
  code?: string;
}

const hoursPerDay = dayMs / hourMs;

const pastAlerts: PastAlert[] = [
  { kind: 'offline', type: 'claw', data: { minutes: 30 }, hoursAgo: 9, lastedMinutes: 48 },
  { kind: 'fault', type: 'claw', subject: 'prizeSensorBlocked', hoursAgo: 20, lastedMinutes: 35 },
  {
    kind: 'lowCoins',
    type: 'exchange',
    subject: '1',
    data: { hopper: 1, coins: 164, threshold: 200 },
    hoursAgo: 26,
    lastedMinutes: 130,
  },
  {
    kind: 'fault',
    type: 'vending',
    subject: 'laneJam',
    severity: 'warning',
    hoursAgo: 31,
    lastedMinutes: 22,
  },
  {
    kind: 'winRate',
    type: 'claw',
    data: { plays: 96, prizes: 17, rate: 17.7, expected: 4.3 },
    hoursAgo: 44,
    lastedMinutes: 75,
    mended: '奖品堆得太高，已摊平',
  },
  {
    kind: 'counterBackwards',
    type: 'lottery',
    subject: 'ticketsOut',
    data: { counter: 'ticketsOut', before: 4180, reported: 12 },
    hoursAgo: 68,
    lastedMinutes: 300,
    mended: '厂家换过主板，已核对',
  },
  { kind: 'settingsTouched', type: 'claw', hoursAgo: 90, lastedMinutes: 640 },
  {
    kind: 'offline',
    type: 'claw',
    code: machineOff.code,
    data: { minutes: 30 },
    hoursAgo: machineOff.daysAgo[0] * hoursPerDay,
    lastedMinutes: machineOff.daysAgo.length * hoursPerDay * 60,
    mended: '插座烧坏，已换新',
  },
];

function rowOf(past: PastAlert, index: number, device: DeviceView, now: Date) {
  const openedAt = new Date(now.getTime() - past.hoursAgo * hourMs);
  const endedAt = new Date(openedAt.getTime() + past.lastedMinutes * minuteMs);
  const byHand = past.mended !== undefined;
  return {
    id: demoId(`alert:${index}`),
    siteId: device.siteId,
    deviceId: device.deviceId,
    kind: past.kind,
    subject: past.subject ?? '',
    severity: past.severity ?? kindDefinitions[past.kind].severity,
    data: { number: device.number, name: device.name ?? device.code, code: device.code, ...past.data },
    openedAt,
    ...(byHand && {
      acknowledgedAt: new Date(openedAt.getTime() + 10 * minuteMs),
      acknowledgedBy: manager.id,
      acknowledgedName: manager.name,
      endedBy: manager.id,
      endedName: manager.name,
      note: past.mended,
    }),
    endedAt,
    endReason: byHand ? ('mended' as const) : ('gone' as const),
    goneAt: endedAt,
  };
}

const part: DemoPart = {
  order: 60,
  async seed(tx, { clock }) {
    const now = clock.now();
    const devices = await listDemoFleet(tx, scope);
    const rows = pastAlerts.flatMap((past, index) => {
      const fitting = devices.filter(({ type, code }) =>
        past.code ? code === past.code : type === past.type,
      );
      const device = fitting[index % Math.max(1, fitting.length)];
      return device ? [rowOf(past, index, device, now)] : [];
    });
    if (rows.length > 0) await insert(tx, scope, alerts, rows);
    // The arcade that is open at night has somebody there who looks anyway.
    await insert(tx, scope, alertRules, {
      id: demoId('alert-rule:offline'),
      siteId: demoId('site:merchant:2'),
      kind: 'offline',
      ...usualRule('offline'),
      threshold: 60,
      roleIds: [],
      mutedFaults: [],
    });
  },
};
export default part;
