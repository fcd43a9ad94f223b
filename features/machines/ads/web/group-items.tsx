import { ActionIcon, Input, NumberInput } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { client } from '#kit/ui/client.ts';
import { Hint } from '#kit/ui/display.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { moved } from '#kit/ui/fields/reorder.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { itemSeconds, maxItems } from '../contract/shared.ts';
import { adsContract } from '../contract.ts';
import classes from './ads.module.css';
import { MediaThumb } from './media-view.tsx';

const { listMedia } = adsContract;
export type ShownItem = OutputOf<typeof adsContract.readGroup>['items'][number];

const usualSeconds = 10;

const library = referenceTo({
  endpoint: listMedia,
  search: 'name',
  labelOf: ({ name }) => name,
  hintOf: ({ length }) => (length === null ? '' : `${Math.ceil(length)} s`),
});

/** A film is shown to its end, a picture as long as people usually look. */
async function itemOf(mediaId: string): Promise<ShownItem | undefined> {
  for (let current = 1; ; current++) {
    const page = await client.call(listMedia, { current, size: 100 });
    const found = page.records.find(({ id }) => id === mediaId);
    if (found) {
      const { id, name, kind, link, sizeBytes, length } = found;
      const seconds = length === null ? usualSeconds : Math.ceil(length);
      return { mediaId: id, name, kind, link, sizeBytes, seconds };
    }
    if (current >= page.pages) return undefined;
  }
}

interface GroupItemsProps {
  value: readonly ShownItem[];
  onChange: (value: ShownItem[]) => void;
  label: string;
  error: string | undefined;
}

/** What a group shows: order, how long each, and how long one round of all takes. */
export function GroupItems({ value, onChange, label, error }: GroupItemsProps) {
  const t = useText();
  const set = (index: number, change: Partial<ShownItem>) =>
    onChange(value.map((item, place) => (place === index ? { ...item, ...change } : item)));
  const add = async (mediaId: string | undefined) => {
    const item = mediaId && (await itemOf(mediaId));
    if (item) onChange([...value, item]);
  };
  const round = value.reduce((total, { seconds }) => total + (seconds || 0), 0);
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" withAsterisk>
      <ol className={classes.items}>
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice
          <li key={`${item.mediaId} ${index}`} className={classes.item}>
            <MediaThumb {...item} />
            <span className={classes.what}>
              {item.name}
              <small>{t(`ads:mediaKind.${item.kind}`)}</small>
            </span>
            <NumberInput
              w={104}
              {...itemSeconds}
              allowDecimal={false}
              suffix=" s"
              aria-label={t('ads:group.secondsOf', { name: item.name })}
              value={item.seconds}
              onChange={(seconds) => set(index, { seconds: Number(seconds) })}
            />
            {([-1, 1] as const).map((step) => (
              <ActionIcon
                key={step}
                variant="subtle"
                color="gray"
                disabled={value[index + step] === undefined}
                aria-label={t(step < 0 ? 'kit:ui.moveUp' : 'kit:ui.moveDown', { name: item.name })}
                onClick={() => onChange(moved([...value], index, index + step))}
              >
                <Icon name={step < 0 ? 'arrow-up' : 'arrow-down'} />
              </ActionIcon>
            ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('ads:group.takeOut', { name: item.name })}
              onClick={() => onChange(value.filter((_, place) => place !== index))}
            >
              <Icon name="trash" />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {value.length < maxItems && (
        <ReferenceField
          key={value.length}
          source={library}
          value={undefined}
          onChange={(mediaId) => void add(mediaId as string | undefined)}
          placeholder={t('ads:group.addItem')}
          aria-label={t('ads:group.addItem')}
          name="addItem"
        />
      )}
      <Hint>{t('ads:group.roundLine', { count: value.length, seconds: round })}</Hint>
    </Input.Wrapper>
  );
}
