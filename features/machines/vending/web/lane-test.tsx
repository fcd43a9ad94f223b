import { Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Alert, Button } from '@mantine/core';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type LaneDevice, type LaneRecord, laneDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { type LaneResult, useLaneTests } from './use-lane-tests.ts';
import classes from './vending.module.css';
import { DeviceHead, type LanesOfDevice, LoadedLanes, WithDevice } from './with-device.tsx';

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

function TestPage({ device, lanes }: LanesOfDevice) {
  const t = useText();
  const resultText = useResultText();
  const choice = useLaneChoice();
  const tests = useLaneTests(device.equipmentId);
  const textOf = ({ lane }: LaneRecord) => resultText(tests.results.get(lane));
  return (
    <div className={classes.page}>
      <DeviceHead device={device}>
        <DoorButton device={device} />
      </DeviceHead>
      {!device.online && (
        <Alert color="coin" variant="light" icon={<Icon name="cloud-off" />}>
          {t('vending:test.offline')}
        </Alert>
      )}
      <Hint>{t('vending:test.hint')}</Hint>
      <MachineFront
        lanes={lanes}
        chosen={choice.chosen}
        onToggle={(lane) => !tests.running && choice.toggle(lane)}
        onToggleRow={tests.running ? undefined : choice.toggleRow}
        toneOf={({ lane }) => toneOf(tests.results.get(lane))}
        labelOf={(lane) => [t('vending:front.lane', { lane: lane.lane }), textOf(lane)].join(', ')}
        content={(lane) => (
          <>
            <span className={classes.laneNumber}>{lane.lane}</span>
            <span className={classes.product} data-line-clamp>
              {lane.templateName}
            </span>
            <span>{tests.results.has(lane.lane) && textOf(lane)}</span>
          </>
        )}
      />
      <TestBar device={device} lanes={lanes} choice={choice} tests={tests} />
    </div>
  );
}

function DoorButton({ device }: { device: LaneDevice }) {
  const t = useText();
  const door = useAct(vendingContract.openDoor, { success: 'vending:test.doorOpened' });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="lock" />}
      disabled={!device.online}
      loading={door.isPending}
      onClick={() => door.mutate({ equipmentId: device.equipmentId })}
    >
      {t('vending:test.door')}
    </Button>
  );
}

interface TestBarProps {
  device: LaneDevice;
  lanes: readonly LaneRecord[];
  choice: ReturnType<typeof useLaneChoice>;
  tests: ReturnType<typeof useLaneTests>;
}

/** Chosen lanes, or all of them when none is chosen. */
function TestBar({ device, lanes, choice, tests }: TestBarProps) {
  const t = useText();
  const count = choice.chosen.size;
  const order = lanes.filter(({ lane }) => count === 0 || choice.chosen.has(lane)).map(({ lane }) => lane);
  const start = async () => {
    const asked = {
      title: t('vending:test.manyTitle', { count: order.length }),
      body: t('vending:test.manyBody'),
    };
    if (order.length === 1 || (await confirm(asked))) tests.start(order);
  };
  const results = [...tests.results.values()];
  const failed = results.filter(({ state }) => state === 'failed' || state === 'turned').length;
  const done = results.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  return (
    <div className={classes.reach}>
      <StickyActions
        aside={
          <Hint aria-live="polite">
            {results.length > 0
              ? t('vending:test.progress', { done, count: results.length, failed })
              : t('vending:front.chosen', { count })}
          </Hint>
        }
      >
        {!tests.running && count > 0 && (
          <Button variant="default" onClick={choice.clear}>
            {t('kit:ui.chooseNone')}
          </Button>
        )}
        {tests.running ? (
          <Button color="red.9" leftSection={<Icon name="x" />} onClick={tests.stop}>
            {t('vending:test.stop')}
          </Button>
        ) : (
          <Button disabled={!device.online || order.length === 0} onClick={() => void start()}>
            {count > 0
              ? t('vending:test.startChosen', { count })
              : t('vending:test.startAll', { count: lanes.length })}
          </Button>
        )}
      </StickyActions>
    </div>
  );
}

export default function LaneTest() {
  return (
    <WithDevice types={laneDeviceTypes}>
      {(id) => <LoadedLanes key={id} equipmentId={id} show={TestPage} />}
    </WithDevice>
  );
}
