import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { Heading, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';
import { AlertBadge } from './alert-badge.tsx';
import { placeOf } from './alert-place.ts';
import classes from './home-alerts.module.css';

interface Group {
  count: number;
  alerts: AlertRecord[];
}

/** How many lines stood here last time: their room is kept until the answer is there. */
const linesKey = 'coinyard.homeAlerts';
const usualLines = 4;
const rememberedLines = () => {
  const lines = Number(deviceStorage.getItem(linesKey) ?? usualLines);
  return Number.isInteger(lines) && lines >= 0 && lines <= usualLines ? lines : usualLines;
};

/** /home: what needs somebody now, at the chosen site or all. */
export default function HomeAlerts() {
  const maySee = useCan(alertsContract.alertSummary);
  return maySee ? <Attention /> : null;
}

function Attention() {
  const t = useText();
  const site = useCurrentSite();
  const { data } = useCall(alertsContract.alertSummary, { fieldId: site?.id }, { keepPrevious: true });
  if (data) deviceStorage.setItem(linesKey, String(data.groups.length));
  if (data?.open === 0)
    return (
      <section className={classes.calm}>
        <MachineDrawing type="claw" mood="online" size={36} />
        <Text>{t('alerts:home.calm')}</Text>
      </section>
    );
  return (
    <section
      className={classes.card}
      data-severe={data && data.severe > 0 ? '' : undefined}
      aria-labelledby="attention"
    >
      <div className={classes.head}>
        <Heading size="h4" id="attention">
          {t('alerts:home.title')}
        </Heading>
        {data ? (
          <Link to={site ? `/alerts?fieldId=${site.id}` : '/alerts'} className={classes.all}>
            {t('alerts:home.all', { count: data.open })}
          </Link>
        ) : (
          <span className={classes.all}>{'\u00a0'}</span>
        )}
      </div>
      {data ? (
        <ul className={classes.list}>
          {data.groups.map((group) => (
            <GroupLine key={group.alerts[0]?.id} group={group} siteId={site?.id} />
          ))}
        </ul>
      ) : (
        <div className={classes.room} data-lines={rememberedLines()} aria-hidden />
      )}
    </section>
  );
}

function GroupLine({ group: { count, alerts }, siteId }: { group: Group; siteId: string | undefined }) {
  const t = useText();
  const mayOpenMachine = useMayOpen('/machineSetting');
  const [first] = alerts as [AlertRecord];
  const alone = count === 1;
  const place = siteId ? `&fieldId=${siteId}` : '';
  const target =
    alone && first.equipmentId && mayOpenMachine
      ? `/machineSetting?equipmentId=${first.equipmentId}`
      : `/alerts?kind=${first.kind}${place}`;
  return (
    <li>
      <Link to={target} className={classes.line}>
        <span className={classes.words}>
          <span className={classes.title}>
            {first.title}
            {!alone && <span className={classes.count}>{t('alerts:home.times', { count })}</span>}
          </span>
          {alone ? <One alert={first} /> : <Many alerts={alerts} more={count - alerts.length} />}
        </span>
        <span className={classes.side}>
          <AlertBadge alert={first} />
          <Text component="span" size="xs" c="dimmed">
            <Time value={first.openedAt} pattern="m-d H:M" />
          </Text>
        </span>
      </Link>
    </li>
  );
}

function One({ alert }: { alert: AlertRecord }) {
  const t = useText();
  return (
    <span className={classes.detail}>
      <strong>{placeOf(t, alert)}</strong>
      {[alert.equipmentNo === null ? null : alert.fieldName, alert.detail]
        .filter(Boolean)
        .map((text) => ` · ${text}`)}
    </span>
  );
}

function Many({ alerts, more }: { alerts: readonly AlertRecord[]; more: number }) {
  const t = useText();
  return (
    <span className={classes.machines}>
      {alerts.map((alert) => (
        <span key={alert.id} className={classes.machine}>
          {placeOf(t, alert)}
        </span>
      ))}
      {more > 0 && <span>{t('alerts:home.more', { count: more })}</span>}
    </span>
  );
}
