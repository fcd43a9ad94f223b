import { Button, Checkbox, Group, Paper, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { meaningOf } from '#kit/contract/meaning.ts';
import { useAct } from '#kit/ui/api.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Hint, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import type { RoundDetail } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { PickListPaper } from './pick-list-paper.tsx';
import { ExpiryBadge, ProductPicture } from './stock-parts.tsx';
import classes from './vending.module.css';
import { useDeviceName } from './with-device.tsx';

const roundState = meaningOf(vendingContract.readRound.output.shape.state);

/** A round: pack by product, then go from stop to stop. */
export const RoundPage = ({ id }: { id: string }) => (
  <Loaded call={[vendingContract.readRound, { id }]} skeleton="list">
    {(round) => <RoundShown round={round} />}
  </Loaded>
);

function RoundShown({ round }: { round: RoundDetail }) {
  const t = useText();
  const mayFill = useCan(vendingContract.closeRound);
  const close = useAct(vendingContract.closeRound, {
    success: 'vending:round.closed',
  });
  const open = round.state === 'open';
  return (
    <div className={classes.page}>
      <div>
        <Group gap={8} mb={4}>
          <Text fw={650} size="lg" component="h2" m={0}>
            {round.fieldNames.join(t('vending:round.and'))}
          </Text>
          <MeaningView meaning={roundState} row={round} path="state" />
        </Group>
        <Hint mb={8}>
          {[
            round.userName,
            t('vending:round.machines', { count: round.deviceNumber }),
            t('vending:round.pieces', { count: round.pieces }),
            t('vending:round.progress', { filled: round.filledNumber, lines: round.lineNumber }),
          ].join(' · ')}
          {' · '}
          <Time value={round.createdAt} />
        </Hint>
        <Progress
          value={(round.filledNumber / round.lineNumber) * 100}
          aria-label={t('vending:round.progress', { filled: round.filledNumber, lines: round.lineNumber })}
        />
      </div>
      <Products round={round} editable={open && mayFill} />
      <Stops round={round} open={open} />
      <PickListPaper round={round} />
      <div className={classes.reach}>
        <StickyActions>
          <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
            {t('vending:round.print')}
          </Button>
          {open && mayFill && (
            <ConfirmButton
              variant="default"
              title={t('vending:round.closeTitle')}
              body={t('vending:round.closeBody', { count: round.lineNumber - round.filledNumber })}
              onConfirm={() => close.mutate({ id: round.id })}
            >
              {t('vending:round.close')}
            </ConfirmButton>
          )}
        </StickyActions>
      </div>
    </div>
  );
}

function Products({ round, editable }: { round: RoundDetail; editable: boolean }) {
  const t = useText();
  const pack = useAct(vendingContract.packRound);
  const all = [...round.products, ...round.prizes];
  const packed = all.filter((one) => one.packed).length;
  return (
    <section>
      <Text fw={600} mb={6} component="h3">
        {t('vending:round.takeAlong', { packed, count: all.length })}
      </Text>
      <Paper withBorder component="ul" className={classes.lines}>
        {round.products.map((product) => (
          <li key={product.templateId} className={classes.line} data-done={product.packed || undefined}>
            <Checkbox
              size="lg"
              checked={product.packed}
              disabled={!editable}
              aria-label={t('vending:round.pack', { name: product.templateName })}
              onChange={(event) =>
                pack.mutate({
                  id: round.id,
                  templateId: product.templateId,
                  packed: event.currentTarget.checked,
                })
              }
            />
            <ProductPicture image={product.image} />
            <div className={classes.grow}>
              <Text fw={600} td={product.packed ? 'line-through' : undefined}>
                {product.templateName}
              </Text>
              <Group gap={6}>
                {product.emptyLanes > 0 && (
                  <StatusBadge tone="bad">
                    {t('vending:replenish.empty', { count: product.emptyLanes })}
                  </StatusBadge>
                )}
                <ExpiryBadge {...product} />
                {[product.partnerNumber, product.packingTip].filter(Boolean).map((word) => (
                  <Hint key={word} size="xs">
                    {word}
                  </Hint>
                ))}
              </Group>
            </div>
            <Text fw={700} size="xl" className={classes.figures}>
              {`×${product.amount}`}
            </Text>
          </li>
        ))}
        {round.prizes.map((prize) => (
          <li key={prize.giftId} className={classes.line} data-done={prize.packed || undefined}>
            <Checkbox
              size="lg"
              checked={prize.packed}
              disabled={!editable}
              aria-label={t('vending:round.pack', { name: prize.giftName })}
              onChange={(event) =>
                pack.mutate({ id: round.id, giftId: prize.giftId, packed: event.currentTarget.checked })
              }
            />
            <ProductPicture image={prize.picture} />
            <div className={classes.grow}>
              <Text fw={600} td={prize.packed ? 'line-through' : undefined}>
                {prize.giftName}
              </Text>
              <Group gap={6}>
                {prize.emptyMachines > 0 && (
                  <StatusBadge tone="bad">
                    {t('vending:round.emptyMachines', { count: prize.emptyMachines })}
                  </StatusBadge>
                )}
                {prize.warehouseStock < prize.amount && (
                  <StatusBadge tone="waiting">
                    {t('vending:round.warehouseHas', { count: prize.warehouseStock })}
                  </StatusBadge>
                )}
              </Group>
            </div>
            <Text fw={700} size="xl" className={classes.figures}>
              {`×${prize.amount}`}
            </Text>
          </li>
        ))}
      </Paper>
    </section>
  );
}

/** The most urgent lanes by number and pieces; the machine's own page has them all. */
const lanesInSight = 12;

function StopLanes({ lanes }: { lanes: RoundDetail['stops'][number]['lanes'] }) {
  const t = useText();
  const more = lanes.length - lanesInSight;
  return (
    <div className={classes.chips}>
      {lanes.slice(0, lanesInSight).map(({ lane, planned, filled, wasEmpty, templateName }) => (
        <span
          key={lane}
          className={classes.chip}
          data-state={filled === null ? (wasEmpty ? 'empty' : undefined) : 'done'}
          title={templateName}
        >
          {filled === null
            ? t('vending:round.lanePlan', { lane, planned })
            : t('vending:round.laneDone', { lane, filled, planned })}
        </span>
      ))}
      {more > 0 && <span className={classes.chip}>{t('vending:round.moreLanes', { count: more })}</span>}
    </div>
  );
}

function StopPrize({ prize }: { prize: NonNullable<RoundDetail['stops'][number]['prize']> }) {
  const t = useText();
  const { giftName, planned, filled, wasEmpty } = prize;
  return (
    <div className={classes.chips}>
      <span className={classes.chip} data-state={filled === null ? (wasEmpty ? 'empty' : undefined) : 'done'}>
        {filled === null
          ? t('vending:round.prizePlan', { name: giftName, planned })
          : t('vending:round.prizeDone', { name: giftName, filled, planned })}
      </span>
    </div>
  );
}

function Stops({ round, open }: { round: RoundDetail; open: boolean }) {
  const t = useText();
  const nameOf = useDeviceName();
  return (
    <section>
      <Text fw={600} mb={6} component="h3">
        {t('vending:round.stops')}
      </Text>
      <div className={classes.cards}>
        {round.stops.map((stop) => {
          const parts = stop.prize ? [stop.prize] : stop.lanes;
          const left = parts.filter(({ filled }) => filled === null);
          const pieces = left.reduce((sum, { planned }) => sum + planned, 0);
          return (
            <Paper key={stop.equipmentId} withBorder className={classes.card} component="article">
              <div className={classes.cardHead}>
                <div className={classes.grow}>
                  <Text fw={650}>{stop.device ? nameOf(stop.device) : t('vending:record.gone')}</Text>
                  <Hint>{stop.fieldName}</Hint>
                </div>
                <StatusBadge tone={left.length === 0 ? 'good' : 'waiting'}>
                  {left.length === 0
                    ? t('vending:round.stopDone')
                    : stop.prize
                      ? t('vending:round.pieces', { count: pieces })
                      : t('vending:round.left', { lanes: left.length, pieces })}
                </StatusBadge>
              </div>
              {stop.prize ? <StopPrize prize={stop.prize} /> : <StopLanes lanes={stop.lanes} />}
              {open && stop.device && left.length > 0 && (
                <Button
                  variant="light"
                  component={Link}
                  to={`${stop.prize ? '/giftset' : '/replenishment'}?roundId=${round.id}&equipmentId=${stop.equipmentId}`}
                >
                  {t('vending:round.fillHere')}
                </Button>
              )}
            </Paper>
          );
        })}
      </div>
    </section>
  );
}
