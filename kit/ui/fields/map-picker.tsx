import { Alert, Button, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { toGcj02 } from '#kit/kernel/datum.ts';
import { failureMessage } from '../api.ts';
import { Hint } from '../display.tsx';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { addressOf, type Place, placesAround, pointOf, searchPlaces } from './map-calls.ts';
import { MapCanvas } from './map-canvas.tsx';
import { distanceM, distanceText, type Point, radiusFor, rounded } from './map-geometry.ts';
import classes from './map-picker.module.css';
import type { MapPoint } from './map-point-field.tsx';

/** Tiananmen: where a map of the country starts when nothing better is known. */
const countryCentre: Point = { latitude: 39.908823, longitude: 116.39747 };

interface Choice extends Point {
  address: string;
  adcode: string | undefined;
}

/** Search, own position, places around and fine tuning, all through the proxied map calls. */
function useMapPicker(initial: MapPoint | undefined, startAddress: string | undefined) {
  const t = useText();
  const [choice, setChoice] = useState<Choice | undefined>(initial && { ...initial, adcode: initial.adcode });
  const [places, setPlaces] = useState<Place[]>([]);
  const [centre, setCentre] = useState<Point>(initial ?? countryCentre);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const running = useRef<AbortController>(undefined);

  /** The newest question counts; answers to older ones are dropped. */
  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      await work(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureMessage(error));
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };

  const goTo = (point: Point) =>
    attempt(async (signal) => {
      setChoice({ ...rounded(point), address: '', adcode: undefined });
      setCentre(point);
      const [named, around] = await Promise.all([addressOf(point, signal), placesAround(point, signal)]);
      if (signal.aborted) return;
      setChoice({ ...rounded(point), ...named });
      setPlaces(around);
    });

  /** Moving the pin keeps the drawing where it is. */
  const fineTune = (point: Point) =>
    attempt(async (signal) => {
      setChoice({ ...rounded(point), address: choice?.address ?? '', adcode: choice?.adcode });
      const named = await addressOf(point, signal);
      if (!signal.aborted) setChoice({ ...rounded(point), ...named });
    });

  const search = (keyword: string) =>
    attempt(async (signal) => {
      const found = await searchPlaces(keyword, initial || choice ? centre : undefined, signal);
      if (signal.aborted) return;
      setPlaces(found);
      const first = found[0];
      if (first) setCentre(first);
      else setFailure(t('kit:ui.noPlaces'));
    });

  const choosePlace = (place: Place) => {
    setCentre(place);
    setChoice({
      latitude: place.latitude,
      longitude: place.longitude,
      address: [place.address, place.title].filter(Boolean).join(' '),
      adcode: place.adcode,
    });
  };

  const locate = () => {
    if (!navigator.geolocation) {
      setFailure(t('kit:ui.noPosition'));
      return;
    }
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      // what the phone says is not yet what Chinese maps say
      ({ coords: { latitude, longitude } }) => void goTo(toGcj02({ latitude, longitude })),
      () => {
        setBusy(false);
        setFailure(t('kit:ui.noPosition'));
      },
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, from where the picker was opened
  useEffect(() => {
    if (initial) void attempt(async (signal) => setPlaces(await placesAround(initial, signal)));
    else if (startAddress)
      void attempt(async (signal) => {
        const point = await pointOf(startAddress, signal);
        if (point && !signal.aborted) await goTo(point);
      });
    return () => running.current?.abort();
  }, []);

  return { choice, places, centre, busy, failure, goTo, fineTune, search, choosePlace, locate };
}

interface MapPickerProps {
  initial: MapPoint | undefined;
  startAddress: string | undefined;
  onPick: (point: MapPoint) => void;
}

export function MapPicker({ initial, startAddress, onPick }: MapPickerProps) {
  const t = useText();
  const picker = useMapPicker(initial, startAddress);
  const { choice, places, centre } = picker;
  const [keyword, setKeyword] = useState('');
  return (
    <div className={classes.picker}>
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (keyword.trim()) void picker.search(keyword.trim());
        }}
      >
        <TextInput
          flex={1}
          type="search"
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
          placeholder={t('kit:ui.searchPlace')}
          aria-label={t('kit:ui.searchPlace')}
          leftSection={<Icon name="search" />}
          maxLength={32}
          data-autofocus
        />
        <Button type="submit" variant="light" loading={picker.busy}>
          {t('kit:action.search')}
        </Button>
        <Button variant="default" leftSection={<Icon name="current-location" />} onClick={picker.locate}>
          {t('kit:ui.myPosition')}
        </Button>
      </form>
      {picker.failure && (
        <Alert color="red" variant="light" py="xs" role="alert">
          {picker.failure}
        </Alert>
      )}
      <div className={classes.body}>
        <MapCanvas
          centre={centre}
          radiusM={radiusFor(centre, places)}
          places={places}
          chosen={choice}
          onPlace={picker.choosePlace}
          onPoint={(point) => void picker.fineTune(point)}
        />
        <PlaceList places={places} centre={choice ?? centre} chosen={choice} onPlace={picker.choosePlace} />
      </div>
      <FineTuning point={choice} onPoint={(point) => void picker.goTo(point)} />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" aria-live="polite">
          {choice ? choice.address || t('kit:ui.noAddress') : t('kit:ui.pickHint')}
        </Text>
        <Button
          disabled={!choice}
          onClick={() => choice && onPick({ ...choice, adcode: choice.adcode })}
          style={{ flex: 'none' }}
        >
          {t('kit:ui.usePoint')}
        </Button>
      </Group>
    </div>
  );
}

interface PlaceListProps {
  places: Place[];
  centre: Point;
  chosen: Point | undefined;
  onPlace: (place: Place) => void;
}

function PlaceList({ places, centre, chosen, onPlace }: PlaceListProps) {
  const t = useText();
  if (places.length === 0)
    return (
      <Hint className={classes.list} p="md">
        {t('kit:ui.pickHint')}
      </Hint>
    );
  return (
    <ul className={classes.list} aria-label={t('kit:ui.placesFound')}>
      {places.map((place) => (
        <li key={place.id}>
          <button
            type="button"
            className={classes.place}
            aria-pressed={chosen?.latitude === place.latitude && chosen.longitude === place.longitude}
            onClick={() => onPlace(place)}
          >
            <span>
              <Text size="sm" fw={600} component="span" display="block">
                {place.title}
              </Text>
              <Text size="xs" c="dimmed" component="span" display="block">
                {place.address}
              </Text>
            </span>
            <Text size="xs" c="dimmed" component="span">
              {distanceText(distanceM(centre, place))}
            </Text>
          </button>
        </li>
      ))}
    </ul>
  );
}

function FineTuning({ point, onPoint }: { point: Point | undefined; onPoint: (point: Point) => void }) {
  const t = useText();
  const [draft, setDraft] = useState<{ latitude?: number; longitude?: number }>({});
  const latitude = draft.latitude ?? point?.latitude;
  const longitude = draft.longitude ?? point?.longitude;
  const apply = () => {
    if (latitude === undefined || longitude === undefined) return;
    if (latitude === point?.latitude && longitude === point.longitude) return;
    setDraft({});
    onPoint({ latitude, longitude });
  };
  const shared = { decimalScale: 6, hideControls: true, onBlur: apply, flex: 1, size: 'xs' } as const;
  return (
    <Group gap="xs" grow>
      <NumberInput
        {...shared}
        label={t('kit:ui.latitude')}
        value={latitude ?? ''}
        min={-90}
        max={90}
        onChange={(value) => setDraft({ ...draft, latitude: value === '' ? undefined : Number(value) })}
      />
      <NumberInput
        {...shared}
        label={t('kit:ui.longitude')}
        value={longitude ?? ''}
        min={-180}
        max={180}
        onChange={(value) => setDraft({ ...draft, longitude: value === '' ? undefined : Number(value) })}
      />
    </Group>
  );
}
