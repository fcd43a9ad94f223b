import { Button, Group, Stack, Text } from '@mantine/core';
import { MoneyField, NumberField, PercentField, SwitchField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type LayoutLane, mergeLanes, removeLanes, splitLane } from '../lane-layout.ts';

interface LanePanelProps {
  lanes: readonly LayoutLane[];
  chosen: ReadonlySet<number>;
  stocks: ReadonlyMap<number, number>;
  /** machines where winning opens a lane */
  prizes: boolean;
  /** @param choose which lanes are chosen afterwards */
  onChange: (next: LayoutLane[] | undefined, choose?: readonly number[]) => void;
}

/** One value where all chosen lanes agree. */
function common<K extends keyof LayoutLane>(
  lanes: readonly LayoutLane[],
  name: K,
): LayoutLane[K] | undefined {
  const [first] = lanes;
  return first && lanes.every((lane) => lane[name] === first[name]) ? first[name] : undefined;
}

/** What may be done with the lanes that were tapped. */
export function LanePanel({ lanes, chosen, stocks, prizes, onChange }: LanePanelProps) {
  const t = useText();
  const picked = lanes.filter(({ lane }) => chosen.has(lane));
  const [first] = picked;
  if (!first)
    return (
      <Text c="dimmed" size="sm">
        {t('vending:layout.chooseHint')}
      </Text>
    );
  const put = (values: Partial<LayoutLane>) =>
    onChange(lanes.map((lane) => (chosen.has(lane.lane) ? { ...lane, ...values } : lane)));
  const merged = mergeLanes(lanes, chosen);
  const split = picked.length === 1 ? splitLane(lanes, first.lane) : undefined;
  const holding = picked.filter(({ lane }) => (stocks.get(lane) ?? 0) > 0);
  return (
    <Stack gap="md">
      <Text fw={600}>{t('vending:front.lanes', { lanes: picked.map(({ lane }) => lane).join(' ') })}</Text>
      <NumberField
        label={t('vending:field.capacity')}
        value={common(picked, 'capacity')}
        onChange={(capacity) =>
          capacity !== undefined && put({ capacity: Math.min(200, Math.max(1, Math.round(capacity))) })
        }
        min={1}
        max={200}
      />
      <MoneyField
        label={t('vending:field.price')}
        value={common(picked, 'priceFen')}
        onChange={(priceFen) =>
          priceFen !== undefined &&
          !Number.isNaN(priceFen) &&
          put({ priceFen: Math.min(1_000_000, priceFen) })
        }
      />
      {prizes && (
        <PercentField
          label={t('vending:field.winRate')}
          value={common(picked, 'winRate')}
          onChange={(winRate) =>
            winRate !== undefined && !Number.isNaN(winRate) && put({ winRate: Math.min(10_000, winRate) })
          }
        />
      )}
      <SwitchField
        label={t('vending:field.open')}
        value={common(picked, 'open') ?? false}
        onChange={(open) => put({ open: open ?? false })}
      />
      <SwitchField
        label={t('vending:field.dropDetection')}
        description={t('vending:hint.dropDetection')}
        value={common(picked, 'dropDetection') ?? false}
        onChange={(dropDetection) => put({ dropDetection: dropDetection ?? false })}
      />
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
        disabled={holding.length > 0 || picked.length === lanes.length}
        leftSection={<Icon name="trash" />}
        onClick={() => onChange(removeLanes(lanes, chosen), [])}
      >
        {t('vending:layout.removeLanes', { count: picked.length })}
      </Button>
      {holding.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('vending:layout.holdingHint')}
        </Text>
      )}
    </Stack>
  );
}
