import '#kit/ui/all-styles.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type LaneDevice, type LaneRecord, stockedDeviceTypes } from '../contract/records.ts';
import { Bench } from './bench.tsx';
import { CopyGoods } from './copy-goods.tsx';
import { GoodsForm } from './goods-form.tsx';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { ChangeNotice, useSettingsChange } from './settings-change.tsx';
import { StockBar } from './stock-parts.tsx';
import classes from './vending.module.css';
import {
  DeviceHead,
  HoldsGifts,
  holdsProducts,
  type LanesOfDevice,
  LoadedLanes,
  WithDevice,
} from './with-device.tsx';

function GoodsBox({ lane }: { lane: LaneRecord }) {
  const t = useText();
  return (
    <>
      <span className={classes.laneHead}>
        <span className={classes.laneNumber}>{lane.lane}</span>
        {lane.expiry && <Icon name="alert-triangle" size={14} />}
      </span>
      <span className={classes.product} data-line-clamp>
        {lane.templateName ?? t('vending:level.unset')}
      </span>
      <span className={classes.figures}>
        <Money fen={lane.priceFen} />
      </span>
      <StockBar {...lane} />
    </>
  );
}

function useLaneLabel() {
  const t = useText();
  return (lane: LaneRecord) =>
    [
      t('vending:front.lane', { lane: lane.lane }),
      lane.templateName ?? t('vending:level.unset'),
      t('vending:stock.of', { stock: lane.stock, capacity: lane.capacity }),
      t(`vending:level.${lane.level}`),
      ...(lane.expiry ? [t(`vending:expiry.${lane.expiry}`, { date: lane.expiryDate ?? '' })] : []),
    ].join(', ');
}

const GoodsPage = (of: LanesOfDevice) =>
  holdsProducts(of.device) ? <GoodsOfMachine {...of} /> : <HoldsGifts device={of.device} />;

function GoodsOfMachine({ device, lanes }: LanesOfDevice) {
  const t = useText();
  const labelOf = useLaneLabel();
  const choice = useLaneChoice();
  const change = useSettingsChange();
  const [open, setOpen] = useState<'form' | 'copy'>();
  const picked = lanes.filter(({ lane }) => choice.chosen.has(lane));
  const done = (changeId: string | null) => {
    change.follow(changeId);
    choice.clear();
    setOpen(undefined);
  };
  return (
    <div className={classes.page}>
      <GoodsHead device={device} onCopy={() => setOpen('copy')} />
      <ChangeNotice outcome={change.outcome} />
      {lanes.length === 0 && (
        <EmptyState title={t('vending:goods.noLanes')} hint={t('vending:goods.noLanesHint')} />
      )}
      <Bench
        title={t('vending:front.chosen', { count: picked.length })}
        opened={open === 'form' && picked.length > 0}
        onClose={() => setOpen(undefined)}
        front={
          <MachineFront
            lanes={lanes}
            chosen={choice.chosen}
            onToggle={choice.toggle}
            onToggleRow={choice.toggleRow}
            labelOf={labelOf}
            toneOf={({ level }) => level}
            content={(lane) => <GoodsBox lane={lane} />}
          />
        }
        panel={
          <GoodsForm
            key={[...choice.chosen].join()}
            device={device}
            lanes={picked}
            pending={change.pending}
            onDone={done}
          />
        }
      />
      <ChoiceBar lanes={lanes} choice={choice} onAssign={() => setOpen('form')} />
      <Sheet opened={open === 'copy'} onClose={() => setOpen(undefined)} title={t('vending:goods.copy')}>
        <CopyGoods device={device} onDone={done} />
      </Sheet>
    </div>
  );
}

function GoodsHead({ device, onCopy }: { device: LaneDevice; onCopy: () => void }) {
  const t = useText();
  return (
    <DeviceHead device={device}>
      <Button
        variant="default"
        leftSection={<Icon name="layout-grid" />}
        component={Link}
        to={`/channelConfiguration?equipmentId=${device.equipmentId}`}
      >
        {t('vending:screen.layout')}
      </Button>
      <Button variant="default" leftSection={<Icon name="copy" />} onClick={onCopy}>
        {t('vending:goods.copy')}
      </Button>
    </DeviceHead>
  );
}

function ChoiceBar({
  lanes,
  choice,
  onAssign,
}: {
  lanes: readonly LaneRecord[];
  choice: ReturnType<typeof useLaneChoice>;
  onAssign: () => void;
}) {
  const t = useText();
  const phone = usePhone();
  const count = choice.chosen.size;
  const all = count === lanes.length;
  return (
    <div className={classes.reach}>
      <StickyActions aside={<Hint aria-live="polite">{t('vending:front.chosen', { count })}</Hint>}>
        <Button
          variant="default"
          onClick={() => (all ? choice.clear() : choice.set(lanes.map(({ lane }) => lane)))}
        >
          {t(all ? 'kit:ui.chooseNone' : 'kit:ui.chooseAll')}
        </Button>
        {phone && (
          <Button disabled={count === 0} onClick={onAssign}>
            {t('vending:goods.assign')}
          </Button>
        )}
      </StickyActions>
    </div>
  );
}

export default function LaneGoods() {
  return (
    <WithDevice types={stockedDeviceTypes}>
      {(id) => <LoadedLanes key={id} equipmentId={id} show={GoodsPage} />}
    </WithDevice>
  );
}
