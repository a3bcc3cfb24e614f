/** Keeps an overlay open when the user presses a toast, since toasts are above every dialog, drawer and sheet. For `onInteractOutside`. */
export function besideOverlay(event: CustomEvent<{ readonly originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('.uk-toasts') !== null) event.preventDefault();
}
