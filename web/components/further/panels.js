// The panel in the place of a race that this server does not have.

import { nothing } from "../solo/end.js";
import { solo as words } from "../../wording/race.js";

export function gone() {
  return nothing(words.noLine, null, ["/today", words.today]);
}
