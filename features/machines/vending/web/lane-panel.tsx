import { Button, Group, Stack, Text } from '@mantine/core';
import { consequenceText, onceIn } from '#kit/contract/consequence.ts';
import { Hint } from '#kit/ui/display.tsx';
import { MoneyField, NumberField, PercentField, SwitchField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { fullWorth, holdAll } from '../rules/consequence-rules.ts';
import { type LayoutLane, mergeLanes, removeLanes, splitLane } from '../rules/layout-rules.ts';

interface LanePanelProps {
  lanes: readonly LayoutLane[];
  chosen: ReadonlySet<number>;
  stocks: ReadonlyMap<number, number>;
  /** machines where winning opens a lane */
  prizes: boolean;
  /** @param choose which lanes are chosen afterwards */
  onChange: (next: LayoutLane[] | undefined, choose?: readonly number[]) => void;
}

const maxPriceFen = 1_000_000;
const maxCapacity = 200;
const maxRate = 10_000;

/** One value where all chosen lanes agree. */
function common<K extends keyof LayoutLane>(
  lanes: readonly LayoutLane[],
  name: K,
): LayoutLane[K] | undefined {
  const [first] = lanes;
  return first && lanes.every((lane) => lane[name] === first[name]) ? first[name] : undefined;
}

/** Nothing while the text is no number; otherwise what the machine accepts. */
const within = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : Math.min(max, Math.max(min, Math.round(value)));

/** What may be done with the lanes that were tapped. */
export function LanePanel(props: LanePanelProps) {
  const t = useText();
  const { lanes, chosen, onChange } = props;
  const picked = lanes.filter(({ lane }) => chosen.has(lane));
  if (picked.length === 0) return <Hint>{t('vending:layout.chooseHint')}</Hint>;
  const put = (values: Partial<LayoutLane>) =>
    onChange(lanes.map((lane) => (chosen.has(lane.lane) ? { ...lane, ...values } : lane)));
  return (
    <Stack gap="md">
      <Text fw={600}>{t('vending:front.lanes', { lanes: picked.map(({ lane }) => lane).join(' ') })}</Text>
      <LaneValues picked={picked} prizes={props.prizes} onPut={put} />
      <LaneShape {...props} picked={picked} />
    </Stack>
  );
}

function LaneValues({
  picked,
  prizes,
  onPut,
}: {
  picked: readonly LayoutLane[];
  prizes: boolean;
  onPut: (values: Partial<LayoutLane>) => void;
}) {
  const t = useText();
  const putNumber =
    (name: 'capacity' | 'priceFen' | 'winRate', min: number, max: number) => (value?: number) => {
      const number = within(value, min, max);
      if (number !== undefined) onPut({ [name]: number });
    };
  const capacity = common(picked, 'capacity');
  const priceFen = common(picked, 'priceFen');
  const winRate = common(picked, 'winRate');
  return (
    <>
      <NumberField
        label={t('vending:field.capacity')}
        description={consequenceText(t, holdAll(picked.length, capacity))}
        value={capacity}
        onChange={putNumber('capacity', 1, maxCapacity)}
        min={1}
        max={maxCapacity}
      />
      <MoneyField
        label={t('vending:field.price')}
        description={prizes ? undefined : consequenceText(t, fullWorth(picked.length, capacity, priceFen))}
        value={priceFen}
        onChange={putNumber('priceFen', 0, maxPriceFen)}
      />
      {prizes && (
        <PercentField
          label={t('vending:field.winRate')}
          description={winRate === undefined ? undefined : consequenceText(t, onceIn(winRate))}
          value={winRate}
          onChange={putNumber('winRate', 0, maxRate)}
        />
      )}
      <SwitchField
        label={t('vending:field.open')}
        value={common(picked, 'open') ?? false}
        onChange={(open) => onPut({ open: open ?? false })}
      />
      <SwitchField
        label={t('vending:field.dropDetection')}
        description={t('vending:hint.dropDetection')}
        value={common(picked, 'dropDetection') ?? false}
        onChange={(dropDetection) => onPut({ dropDetection: dropDetection ?? false })}
      />
    </>
  );
}

/** Merge, split, remove. */
function LaneShape({
  lanes,
  chosen,
  stocks,
  picked,
  onChange,
}: LanePanelProps & { picked: readonly LayoutLane[] }) {
  const t = useText();
  const first = picked[0]!;
  const merged = mergeLanes(lanes, chosen);
  const split = picked.length === 1 ? splitLane(lanes, first.lane) : undefined;
  const holding = picked.some(({ lane }) => (stocks.get(lane) ?? 0) > 0);
  return (
    <>
      <Group gap="xs" grow>
        <Button
          variant="light"
          disabled={!merged}
          leftSection={<Icon name="arrow-right" />}
          onClick={() => onChange(merged, [first.lane])}
        >
          {t('vending:layout.merge')}
        </Button>
        <Button
          variant="light"
          disabled={!split}
          leftSection={<Icon name="columns" />}
          onClick={() => onChange(split)}
        >
          {t('vending:layout.split')}
        </Button>
      </Group>
      <Button
        variant="subtle"
        color="red"
        disabled={holding || picked.length === lanes.length}
        leftSection={<Icon name="trash" />}
        onClick={() => onChange(removeLanes(lanes, chosen), [])}
      >
        {t('vending:layout.removeLanes', { count: picked.length })}
      </Button>
      {holding && <Hint size="xs">{t('vending:layout.holdingHint')}</Hint>}
    </>
  );
}
