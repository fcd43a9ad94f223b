import '#kit/ui/all-styles.ts';
import { Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Money } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type LaneRecord, stockedDeviceTypes } from '../contract/records.ts';
import { CopyGoods } from './copy-goods.tsx';
import { GoodsForm } from './goods-form.tsx';
import { MachineFront, useLaneChoice } from './machine-front.tsx';
import { ChangeNotice, useSettingsChange } from './settings-change.tsx';
import { StockBar } from './stock-parts.tsx';
import classes from './vending.module.css';
import { DeviceHead, HoldsGifts, holdsProducts, useLanes, WithDevice } from './with-device.tsx';

function GoodsBox({ lane }: { lane: LaneRecord }) {
  const t = useText();
  return (
    <>
      <span className={classes.laneHead}>
        <span className={classes.laneNumber}>{lane.lane}</span>
        {lane.expiry && <Icon name="alert-triangle" size={14} />}
      </span>
      <span className={classes.product}>{lane.templateName ?? t('vending:level.unset')}</span>
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

function GoodsPage({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const phone = usePhone();
  const labelOf = useLaneLabel();
  const { data, error, refetch } = useLanes(equipmentId);
  const { chosen, toggle, toggleRow, set, clear } = useLaneChoice();
  const change = useSettingsChange();
  const [open, setOpen] = useState<'form' | 'copy'>();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  const { device, lanes } = data;
  if (!holdsProducts(device)) return <HoldsGifts device={device} />;
  const picked = lanes.filter(({ lane }) => chosen.has(lane));
  const close = () => setOpen(undefined);
  const form = (
    <GoodsForm
      key={[...chosen].join()}
      device={device}
      lanes={picked}
      pending={change.pending}
      onDone={(changeId) => {
        change.follow(changeId);
        clear();
        close();
      }}
    />
  );
  return (
    <div className={classes.page}>
      <DeviceHead device={device}>
        <Button
          variant="default"
          leftSection={<Icon name="layout-grid" />}
          component={Link}
          to={`/channelConfiguration?equipmentId=${equipmentId}`}
        >
          {t('vending:screen.layout')}
        </Button>
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => setOpen('copy')}>
          {t('vending:goods.copy')}
        </Button>
      </DeviceHead>
      <ChangeNotice outcome={change.outcome} />
      {lanes.length === 0 ? (
        <EmptyState title={t('vending:goods.noLanes')} hint={t('vending:goods.noLanesHint')} />
      ) : (
        <div className={classes.bench}>
          <MachineFront
            lanes={lanes}
            chosen={chosen}
            onToggle={toggle}
            onToggleRow={toggleRow}
            labelOf={labelOf}
            toneOf={({ level }) => level}
            content={(lane) => <GoodsBox lane={lane} />}
          />
          {!phone && (
            <Paper withBorder className={classes.panel}>
              {picked.length > 0 ? (
                form
              ) : (
                <Text c="dimmed" size="sm">
                  {t('vending:goods.chooseHint')}
                </Text>
              )}
            </Paper>
          )}
        </div>
      )}
      <div className={classes.reach}>
        <StickyActions
          aside={
            <Text size="sm" c="dimmed" aria-live="polite">
              {t('vending:front.chosen', { count: chosen.size })}
            </Text>
          }
        >
          <Button
            variant="default"
            onClick={() => (chosen.size === lanes.length ? clear() : set(lanes.map(({ lane }) => lane)))}
          >
            {t(chosen.size === lanes.length ? 'kit:ui.chooseNone' : 'kit:ui.chooseAll')}
          </Button>
          {phone && (
            <Button disabled={chosen.size === 0} onClick={() => setOpen('form')}>
              {t('vending:goods.assign')}
            </Button>
          )}
        </StickyActions>
      </div>
      <Sheet
        opened={phone && open === 'form' && picked.length > 0}
        onClose={close}
        title={t('vending:front.chosen', { count: chosen.size })}
      >
        {form}
      </Sheet>
      <Sheet opened={open === 'copy'} onClose={close} title={t('vending:goods.copy')}>
        <CopyGoods
          device={device}
          onDone={(changeId) => {
            change.follow(changeId);
            close();
          }}
        />
      </Sheet>
    </div>
  );
}

export default function LaneGoods() {
  return (
    <WithDevice types={stockedDeviceTypes}>{(id) => <GoodsPage key={id} equipmentId={id} />}</WithDevice>
  );
}
