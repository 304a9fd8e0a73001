// What stands in the place of a race that this server does not have.

import { nothing } from "../solo/end.js";

export function gone() {
  return nothing("This server has no daily race of that kind.", null, ["/today", "Today’s race"]);
}
