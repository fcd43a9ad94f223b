import '#kit/ui/all-styles.ts';
import { Alert, Button, Text } from '@mantine/core';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type LaneRecord, laneDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { type LaneResult, useLaneTests } from './use-lane-tests.ts';
import classes from './vending.module.css';
import { DeviceHead, useLanes, WithDevice } from './with-device.tsx';

const toneOf = (result: LaneResult | undefined): string | undefined =>
  result === undefined
    ? undefined
    : result.state === 'waiting' || result.state === 'running'
      ? 'busy'
      : result.state === 'dropped'
        ? 'good'
        : result.state === 'turned'
          ? 'waiting'
          : 'bad';

function useResultText() {
  const t = useText();
  return (result: LaneResult | undefined) => {
    if (!result) return t('vending:test.untested');
    if (result.state === 'failed') return t(`vending:testReason.${result.reason ?? 'fault'}`);
    return t(`vending:test.${result.state}`, { count: result.counted ?? 0 });
  };
}

function TestPage({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const resultText = useResultText();
  const { data, error, refetch } = useLanes(equipmentId);
  const { chosen, toggle, toggleRow, clear } = useLaneChoice();
  const tests = useLaneTests(equipmentId);
  const door = useAct(vendingContract.openDoor, { success: 'vending:test.doorOpened' });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  const { device, lanes } = data;
  const order = lanes.filter(({ lane }) => chosen.size === 0 || chosen.has(lane)).map(({ lane }) => lane);
  const start = async () => {
    const many = order.length > 1;
    const sure =
      !many ||
      (await confirm({
        title: t('vending:test.manyTitle', { count: order.length }),
        body: t('vending:test.manyBody'),
      }));
    if (sure) tests.start(order);
  };
  const summary = [...tests.results.values()];
  const failed = summary.filter(({ state }) => state === 'failed' || state === 'turned').length;
  const done = summary.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  return (
    <div className={classes.page}>
      <DeviceHead device={device}>
        <Button
          variant="default"
          leftSection={<Icon name="lock" />}
          disabled={!device.online}
          loading={door.isPending}
          onClick={() => door.mutate({ equipmentId })}
        >
          {t('vending:test.door')}
        </Button>
      </DeviceHead>
      {!device.online && (
        <Alert color="coin" variant="light" icon={<Icon name="cloud-off" />}>
          {t('vending:test.offline')}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('vending:test.hint')}
      </Text>
      <MachineFront
        lanes={lanes}
        chosen={chosen}
        onToggle={tests.running ? () => {} : toggle}
        onToggleRow={tests.running ? undefined : toggleRow}
        toneOf={({ lane }) => toneOf(tests.results.get(lane))}
        labelOf={(lane: LaneRecord) =>
          [t('vending:front.lane', { lane: lane.lane }), resultText(tests.results.get(lane.lane))].join(', ')
        }
        content={(lane) => (
          <>
            <span className={classes.laneNumber}>{lane.lane}</span>
            <span className={classes.product}>{lane.templateName}</span>
            <span>{tests.results.has(lane.lane) && resultText(tests.results.get(lane.lane))}</span>
          </>
        )}
      />
      <div className={classes.reach}>
        <StickyActions
          aside={
            <Text size="sm" c="dimmed" aria-live="polite">
              {summary.length > 0
                ? t('vending:test.progress', { done, count: summary.length, failed })
                : t('vending:front.chosen', { count: chosen.size })}
            </Text>
          }
        >
          {tests.running ? (
            <Button color="red.9" leftSection={<Icon name="x" />} onClick={tests.stop}>
              {t('vending:test.stop')}
            </Button>
          ) : (
            <>
              {chosen.size > 0 && (
                <Button variant="default" onClick={clear}>
                  {t('kit:ui.chooseNone')}
                </Button>
              )}
              <Button disabled={!device.online || order.length === 0} onClick={() => void start()}>
                {chosen.size > 0
                  ? t('vending:test.startChosen', { count: chosen.size })
                  : t('vending:test.startAll', { count: lanes.length })}
              </Button>
            </>
          )}
        </StickyActions>
      </div>
    </div>
  );
}

export default function LaneTest() {
  return <WithDevice types={laneDeviceTypes}>{(id) => <TestPage key={id} equipmentId={id} />}</WithDevice>;
}
