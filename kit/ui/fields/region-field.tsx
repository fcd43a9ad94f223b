import { Cascader, type CascaderOption, Input, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { RegionNode } from '#kit/kernel/regions.ts';
import { Hint } from '../display.tsx';
import { useLanguage, useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { usePhone } from '../phone.ts';
import { Sheet } from '../sheet.tsx';
import classes from './reference-field.module.css';
import { type FieldProps, inputProps, wrapperProps } from './types.ts';

type Regions = typeof import('#kit/kernel/regions.ts');

/** The table weighs as much as a page: it comes with the first region field that is shown. */
export function useRegions(): Regions | undefined {
  const [regions, setRegions] = useState<Regions>();
  useEffect(() => {
    let gone = false;
    void import('#kit/kernel/regions.ts').then((loaded) => gone || setRegions(loaded));
    return () => {
      gone = true;
    };
  }, []);
  return regions;
}

const asOptions = (nodes: readonly RegionNode[]): CascaderOption[] =>
  nodes.map(({ code, name, children }) => ({
    value: code,
    label: name,
    ...(children && children.length > 0 ? { children: asOptions(children) } : {}),
  }));

/** Province, city and district; the value is the code of the lowest level. */
export function RegionField(props: FieldProps<string>) {
  const phone = usePhone();
  const language = useLanguage();
  const t = useText();
  const regions = useRegions();
  if (!regions)
    return (
      <Input.Wrapper {...wrapperProps(props)}>
        <Skeleton height={36} />
      </Input.Wrapper>
    );
  if (phone) return <RegionSheet {...props} regions={regions} />;
  const path = props.value === undefined ? undefined : regions.regionPath(props.value, language);
  return (
    <Cascader
      {...inputProps(props)}
      placeholder={props.placeholder ?? t('kit:ui.chooseRegion')}
      data={asOptions(regions.regionTree(language))}
      value={path?.map((step) => step.code) ?? null}
      onChange={(codes) => props.onChange(codes?.at(-1))}
      searchable
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
      nothingFoundMessage={t('kit:ui.nothingFound')}
      separator=" / "
    />
  );
}

function RegionSheet({ regions, ...props }: FieldProps<string> & { regions: Regions }) {
  const t = useText();
  const language = useLanguage();
  const [opened, { open, close }] = useDisclosure(false);
  const [trail, setTrail] = useState<RegionNode[]>([]);
  const path = props.value === undefined ? undefined : regions.regionPath(props.value, language);
  const level = trail.at(-1)?.children ?? regions.regionTree(language);
  const choose = (node: RegionNode) => {
    if (node.children && node.children.length > 0) {
      setTrail([...trail, node]);
      return;
    }
    props.onChange(node.code);
    close();
  };
  return (
    <Input.Wrapper {...wrapperProps(props)}>
      <Input
        component="button"
        type="button"
        pointer
        multiline
        disabled={props.disabled}
        error={Boolean(props.error)}
        data-field={props.name}
        aria-haspopup="dialog"
        rightSection={<Icon name="chevron-right" />}
        onClick={() => {
          setTrail([]);
          open();
        }}
      >
        {path?.map((step) => step.name).join(' / ') ?? (
          <Input.Placeholder>{props.placeholder ?? t('kit:ui.chooseRegion')}</Input.Placeholder>
        )}
      </Input>
      <Sheet opened={opened} onClose={close} title={props.label ?? t('kit:ui.chooseRegion')}>
        {trail.length > 0 && (
          <button type="button" className={classes.row} onClick={() => setTrail(trail.slice(0, -1))}>
            <Hint>{t('kit:ui.backTo', { name: trail.map((node) => node.name).join(' / ') })}</Hint>
            <Icon name="arrow-left" />
          </button>
        )}
        {level.map((node) => (
          <button
            key={node.code}
            type="button"
            className={classes.row}
            aria-pressed={path?.some((step) => step.code === node.code) ?? false}
            onClick={() => choose(node)}
          >
            {node.name}
            {node.children && node.children.length > 0 && <Icon name="chevron-right" />}
          </button>
        ))}
      </Sheet>
    </Input.Wrapper>
  );
}
